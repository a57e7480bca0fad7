// Reads a table of millbase. It shares nothing with millbase but the description, ../format.md, which says
// why things are as they are; this shows how little a reader has to do. From a program:
//
//     openTable("tables/nine/4-3.h5").probe("BWWW.W../.B....../...B.... w"); // { outcome: "win", plies: 1 }
//
// and as a command, once `npm install` has been run: node reader.mjs tables/nine/4-3.h5 < positions.txt
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import h5wasm from "h5wasm/node";
import { xxh64 } from "./xxh64.mjs";

const hdf5 = await h5wasm.ready;
hdf5.insert_plugin_search_path(fileURLToPath(new URL("plugins", import.meta.resolve("h5wasm-plugins"))), 0);
hdf5.activate_throwing_error_handler(); // without it, what cannot be read looks like values

const sha256 = (data) => createHash("sha256").update(data).digest("hex");
const comb = (n, k) => (k === 0 ? 1 : (comb(n - 1, k - 1) * n) / k);
const count = (mask) => (mask ? 1 + count(mask & (mask - 1)) : 0);
const need = (condition, why) => { if (!condition) throw new Error(why); };
const setOf = (points) => points.reduce((set, point) => set | (1 << point), 0); // bit p for point p

// All sets of so many points, ascending, which is the order of their ranks.
function subsets(points, stones) {
  const found = stones === 0 ? [0] : [];
  for (let mask = 2 ** stones - 1; stones > 0 && mask < 2 ** points; ) {
    found.push(mask);
    const lowest = mask & -mask, next = mask + lowest;
    mask = next | (((next ^ mask) >>> 2) / lowest);
  }
  return found;
}

// The board that the text of the rules describes; a symmetry is a function from sets to sets. Points are
// numbered ring by ring, each clockwise from its top left corner; one that is left over is in the middle.
function boardOf(rules) {
  const fact = (title) => rules.match(new RegExp(`^${title} (.*)$`, "m"))[1];
  const names = fact("points").split(" "), rings = Math.floor(names.length / 8), symmetries = [];
  const line = (text) => setOf(text.split("-").map((name) => names.indexOf(name)));
  const mills = fact("mills").split(" ").map(line);
  for (let kind = 0; kind < 16; kind++) {
    const turned = 2 * (kind & 3), mirrored = kind & 4, insideOut = kind & 8;
    const images = names.map((_, point) => {
      const ring = point >> 3, place = point & 7; // the top left corner is place 0, the next clockwise 1
      if (ring === rings) return point;
      return 8 * (insideOut ? rings - 1 - ring : ring) + ((turned + (mirrored ? 2 - place : place)) & 7);
    });
    symmetries.push((set) => images.reduce((image, to, point) => image | (((set >> point) & 1) << to), 0));
  }
  return { points: names.length, mills, symmetries, endsWithMill: fact("a mill wins") === "True" };
}

// Where the outcome of each place of a block is: [byte of the row, digit of the byte].
function packing(free, stones) {
  const sets = subsets(free, stones), slots = [];
  const turned = sets.map((set) => setOf([...Array(free).keys()].filter((p) => (set >> (free - 1 - p)) & 1)));
  const places = [...sets.keys()].sort((one, other) => turned[one] - turned[other]);
  let byte = -1, digit = 0, run;
  for (const place of places) {
    const elsewhere = sets[place] & (2 ** Math.max(free - 8, 0) - 1); // all but the last eight points
    if (elsewhere !== run || digit === 5) [byte, digit, run] = [byte + 1, 0, elsewhere];
    slots[place] = [byte, digit++];
  }
  return { slots, bytes: byte + 1 };
}

export function openTable(path, fingerprint) { // of the rules that are expected; left out, any will do
  const file = new h5wasm.File(path, "r"), keys = file.keys().sort();
  const inFile = (key) => file.get_link(key) === null && !file.get_external_link(key).filename;
  need(keys.join() === "checksums,values" && keys.every(inFile), "it is not a table");
  const header = Object.fromEntries(Object.entries(file.attrs).map(([name, { value }]) => [name, value]));
  need(header.format === 2n, `it is of format ${header.format}, not 2`);
  need(sha256(header.rules) === header.fingerprint, "its rules do not agree with their fingerprint");
  need((fingerprint ?? header.fingerprint) === header.fingerprint, "it is of other rules");
  need(`${header.subspace}.h5` === basename(path), `it holds ${header.subspace}`);
  const [own, opp, ownHand, oppHand] = [...header.subspace.split(/[-+]/), 0, 0].map(Number);
  const blockIsOwn = own > opp || (own === opp && ownHand >= oppHand);
  need(header.block_side === (blockIsOwn ? "to move" : "other"), "it has another layout");

  const { points, mills, symmetries, endsWithMill } = boardOf(header.rules);
  const [block, inner] = blockIsOwn ? [own, opp] : [opp, own], free = points - block;
  const isLeast = (set) => symmetries.every((symmetry) => symmetry(set) >= set);
  const blocks = new Map(subsets(points, block).filter(isLeast).map((set, number) => [set, number]));
  const places = comb(free, inner); // of each block
  need(Number(header.entries) === blocks.size * places, "it has more or fewer entries than it should");

  const wdl = header.grade === "wdl", width = header.dtype === "uint16" ? 2 : 1; // bytes of a code
  const kinds = ["dtw uint8", "dtw uint16", "dtc uint8", "dtc uint16", "wdl uint8"];
  need(kinds.includes(`${header.grade} ${header.dtype}`), "it is of an unknown grade");
  const packed = wdl ? packing(free, inner) : undefined;
  const shape = wdl ? [blocks.size, packed.bytes] : [blocks.size * places], rowBytes = wdl ? shape[1] : width;
  const step = Math.min(Math.max(Math.floor(32768 / rowBytes), 1), shape[0]); // rows in a chunk
  const values = file.get("values"), kept = file.get("checksums"), checksums = kept.value, chunks = new Map();
  const filters = values.filters.map(({ id, cd_values }) => [id, ...cd_values]);
  const found = [values.dtype, values.shape, values.metadata.chunks, filters];
  const right = [width === 2 ? "<H" : "<B", shape, [step, ...shape.slice(1)], [[32015, wdl ? 9 : 3]]];
  need(JSON.stringify(found) === JSON.stringify(right), "its values are not kept as a table's");
  need(kept.dtype === "<Q" && checksums.length === Math.ceil(shape[0] / step), "it has other checksums");
  need(sha256(checksums) === header.content_sha256, "its checksums do not agree with its header");

  // The content of a chunk. HDF5 unpacks it, however long its frame claims to be, which one who reads tables
  // of strangers looks at first; and it leaves out the zeros that fill up the last chunk.
  function chunk(number) {
    const data = new Uint8Array(step * rowBytes), first = number * step;
    const rows = [first, Math.min(first + step, shape[0])];
    const content = values.slice([rows, ...shape.slice(1).map((bytes) => [0, bytes])]);
    data.set(new Uint8Array(content.buffer, content.byteOffset, content.byteLength));
    need(xxh64(data) === checksums[number], `chunk ${number} does not agree with its checksum`);
    return data;
  }

  // The value for the side to move; plies are null for a draw, and where the table has none. Of grade dtc there
  // are those to the next conversion; where moves are limited, if the last move was one.
  function probe(text) {
    const [rings, side, hands = "0,0"] = text.trim().split(/\s+/), letters = [...rings.replaceAll("/", "")];
    need(/^[WB./]+ [wb]( \d+,\d+)?$/.test(text.trim()) && letters.length === points, `no position: ${text}`);
    const sets = [..."WB"].map((colour) => setOf([...letters.keys()].filter((p) => letters[p] === colour)));
    const held = hands.split(",").map(Number), [mover, waiter] = side === "w" ? [0, 1] : [1, 0];
    const counts = [count(sets[mover]), count(sets[waiter]), held[mover], held[waiter]];
    need(counts.join() === [own, opp, ownHand, oppHand].join(), `it is not in ${header.subspace}: ${text}`);
    need(!endsWithMill || !mills.some((mill) => (sets[mover] & mill) === mill), `the game was over: ${text}`);

    const [blockSide, innerSide] = (blockIsOwn ? [mover, waiter] : [waiter, mover]).map((side) => sets[side]);
    const images = symmetries.map((symmetry) => symmetry(blockSide)), least = Math.min(...images);
    const moved = symmetries[images.indexOf(least)](innerSide); // any that gives the least image will do
    let place = 0, passed = 0, stones = 0; // points left free so far, and stones on them
    for (let point = 0; point < points; point++) {
      if ((moved >> point) & 1) place += comb(passed, ++stones);
      if (!((least >> point) & 1)) passed++;
    }
    const row = wdl ? blocks.get(least) : blocks.get(least) * places + place, number = Math.floor(row / step);
    if (!chunks.has(number)) chunks.set(number, chunk(number));
    const data = chunks.get(number), start = (row % step) * rowBytes;
    if (wdl) {
      const [byte, digit] = packed.slots[place];
      const outcome = ["loss", "win", "draw"][Math.floor(data[start + byte] / 3 ** digit) % 3];
      return { outcome, plies: null };
    }
    const code = width === 2 ? data[start] + 256 * data[start + 1] : data[start];
    if (code === 256 ** width - 1) return { outcome: "draw", plies: null };
    const outcome = code % 2 ? "win" : "loss";
    return header.grade === "dtc" ? { outcome, plies: null, conversion: (code + 1) >> 1 } : { outcome, plies: code };
  }
  return { header, probe, close: () => file.close() };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const table = openTable(process.argv[2], process.argv[3]);
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) console.log(JSON.stringify(table.probe(line)));
}
