// XXH64 of some bytes, with seed 0, as a BigInt: the checksum of a chunk.
const [P1, P2, P3, P4, P5] = [0x9e3779b185ebca87n, 0xc2b2ae3d27d4eb4fn, 0x165667b19e3779f9n,
  0x85ebca77c2b2ae63n, 0x27d4eb2f165667c5n];
const u64 = (number) => BigInt.asUintN(64, number);
const rotate = (word, by) => u64((word << by) | (word >> (64n - by)));
const mixed = (sum, word) => u64(rotate(u64(sum + word * P2), 31n) * P1);

export function xxh64(data) {
  const view = new DataView(data.buffer), size = data.length, sums = [u64(P1 + P2), P2, 0n, u64(-P1)];
  let at = 0, hash = P5;
  for (; at + 32 <= size; at += 32)
    for (let i = 0; i < 4; i++) sums[i] = mixed(sums[i], view.getBigUint64(at + 8 * i, true));
  if (at) {
    hash = [1n, 7n, 12n, 18n].reduce((sum, by, i) => sum + rotate(sums[i], by), 0n);
    for (const sum of sums) hash = u64((hash ^ mixed(0n, sum)) * P1 + P4);
  }
  hash = u64(hash + BigInt(size));
  for (; at + 8 <= size; at += 8) {
    hash = u64(rotate(hash ^ mixed(0n, view.getBigUint64(at, true)), 27n) * P1 + P4);
  }
  if (at + 4 <= size) {
    hash = u64(rotate(hash ^ u64(BigInt(view.getUint32(at, true)) * P1), 23n) * P2 + P3);
    at += 4;
  }
  for (; at < size; at++) hash = u64(rotate(hash ^ u64(BigInt(data[at]) * P5), 11n) * P1);
  hash = u64((hash ^ (hash >> 33n)) * P2);
  hash = u64((hash ^ (hash >> 29n)) * P3);
  return hash ^ (hash >> 32n);
}
