// make_textures.mjs FOLDER NAME...: an image a name as FOLDER/png/NAME.png, FOLDER/tga/NAME.TGA and FOLDER/dds/NAME.dds.
import { mkdirSync, writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';

const side = 4; // one block of DXT1

// Node.js has one of its own only since version 20.15.
function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

function png(grey) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 8; // bits, and grey for its colour type 0
  const rows = Buffer.alloc(side * (side + 1), grey);
  for (let y = 0; y < side; y++) rows[y * (side + 1)] = 0; // no filter
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

// True colour with alpha, run lengths, rows from the bottom.
function tga(grey) {
  const header = Buffer.from([0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, side, 0, side, 0, 32, 8]);
  return Buffer.concat([header, Buffer.from([0x80 | (side * side - 1), grey, 0, 255, 128])]);
}

function dds(grey) {
  const header = Buffer.alloc(128);
  header.write('DDS ', 0, 'latin1');
  for (const [offset, word] of [[4, 124], [8, 0x1007], [12, side], [16, side], [76, 32], [80, 4], [108, 0x1000]])
    header.writeUInt32LE(word, offset);
  header.write('DXT1', 84, 'latin1');
  return Buffer.concat([header, Buffer.from([0, 0xf8, grey, 0, 0x1b, 0x1b, 0x1b, 0x1b])]);
}

const [folder, ...names] = process.argv.slice(2);
for (const [kind, extension, make] of [['png', '.png', png], ['tga', '.TGA', tga], ['dds', '.dds', dds]]) {
  mkdirSync(`${folder}/${kind}`, { recursive: true });
  // Each another grey, so that none is taken for another.
  names.forEach((name, i) => writeFileSync(`${folder}/${kind}/${name}${extension}`, make(i + 1)));
}
