// server.mjs MESHWRIGHT FOLDER: the rules of `meshwright view`: whom it answers, and what it gives out. The page is a
// stand-in, so that this runs without the viewer.
import assert from 'node:assert/strict';
import {execFileSync, spawn, spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import {join} from 'node:path';

const [meshwright, folder] = process.argv.slice(2);
rmSync(folder, {recursive: true, force: true});
mkdirSync(join(folder, 'opened/below'), {recursive: true});
const stand_in = join(folder, 'page.html');
writeFileSync(stand_in, '<html><!--DATA--></html>');
const environment = {...process.env, MESHWRIGHT_VIEWER: stand_in};
const run = (...words) => spawnSync(meshwright, words, {env: environment, encoding: 'utf8'});
const opened = join(folder, 'opened');
execFileSync(meshwright, ['-q', 'sample', 'kotor-walkmesh', join(opened, 'room.wok')]);
execFileSync(meshwright, ['-q', 'sample', 'kotor-mdl', join(opened, 'below/hero.mdl')]);
writeFileSync(join(opened, 'below/MW_HIDE.tga'), Buffer.from([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0, 10, 20, 30]));
writeFileSync(join(opened, 'notes.txt'), 'private');
writeFileSync(join(folder, 'secret.wok'), 'secret');
symlinkSync(join(folder, 'secret.wok'), join(opened, 'link.wok'));

/// Starts it and gives its address; the function stops it.
async function serving(...paths) {
  const child = spawn(meshwright, ['view', '--json', '--no-open', ...paths], {env: environment});
  let notes = '';
  const line = await new Promise((take, fail) => {
    child.stdout.once('data', take);
    child.stderr.on('data', text => { notes += text; });
    child.once('exit', code => fail(new Error(`ended with ${code}: ${notes}`)));
  });
  return {address: new URL(JSON.parse(line).address), notes: () => notes, stop: () => { child.removeAllListeners('exit'); child.kill(); }};
}

/// One request: {status, text, headers}.
function request(address, path, {method = 'GET', host, accept} = {}) {
  return new Promise((take, fail) => {
    const asked = http.request({host: '127.0.0.1', port: address.port, path, method, headers: {...host && {host}, ...accept && {'accept-encoding': accept}}}, answer => {
      const parts = [];
      answer.on('data', part => parts.push(part));
      answer.on('end', () => take({status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(parts), text: Buffer.concat(parts).toString()}));
    });
    asked.on('error', fail);
    asked.end();
  });
}

const {address, stop, notes} = await serving(opened);
const word = address.pathname;
const file = (name, kind = 'file') => request(address, `${word}${kind}?path=${encodeURIComponent(name)}`);
const tests = {
  the_address_is_of_this_machine_and_has_a_word() {
    assert.equal(address.hostname, '127.0.0.1');
    assert.match(word, /^\/[0-9a-f]{32}\/$/);
  },
  async it_listens_nowhere_else() {
    const other = Object.values((await import('node:os')).networkInterfaces()).flat().find(each => each.family === 'IPv4' && !each.internal);
    if (!other) return;
    await assert.rejects(new Promise((take, fail) => { const socket = net.connect(address.port, other.address, take); socket.on('error', fail); }), /ECONNREFUSED/);
  },
  async the_page_has_the_list() {
    const {status, text, headers} = await request(address, word);
    assert.equal(status, 200);
    const [, json] = /id="served">(.*)<\/script>/.exec(text);
    assert.deepEqual(JSON.parse(json).files.map(each => each.path), ['below/hero.mdl', 'room.wok']);
    assert.equal(JSON.parse(json).links, 1, 'a link is left out, and said so');
    assert.equal(notes(), 'meshwright: 1 symbolic link is left out: a link may lead out of the folder; name a file to open it\n');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['access-control-allow-origin'], undefined);
    assert.equal(headers['content-security-policy'], "frame-ancestors 'none'");
  },
  async files_come_with_what_belongs_to_them() {
    assert.deepEqual(JSON.parse((await file('below/hero.mdl', 'beside')).text), ['below/hero.mdl', 'below/hero.mdx', 'below/MW_HIDE.tga']);
    for (const name of ['room.wok', 'below/hero.mdl', 'below/hero.mdx', 'below/MW_HIDE.tga'])
      assert.deepEqual((await file(name)).bytes, readFileSync(join(opened, name)));
  },
  async hosts_of_elsewhere_are_refused() {
    for (const host of ['evil.example', `evil.example:${address.port}`, '127.0.0.1', '127.0.0.1:1', `127.0.0.1.evil.example:${address.port}`]) {
      const {status, text} = await request(address, word, {host});
      assert.equal(status, 403, host);
      assert.equal(text, 'this server answers to 127.0.0.1 only\n');
    }
    assert.equal((await request(address, word, {host: `localhost:${address.port}`})).status, 200);
  },
  async addresses_without_the_word_are_refused() {
    for (const path of ['/', '/file?path=room.wok', word.slice(0, -2), `${word.slice(0, -1)}0`, `/${'0'.repeat(32)}/`, `/${'0'.repeat(32)}/file?path=room.wok`, word.toUpperCase(), '//'])
      assert.equal((await request(address, path)).status, 403, path);
  },
  async the_address_without_its_last_stroke_leads_to_it() {
    const {status, headers} = await request(address, word.slice(0, -1));
    assert.deepEqual([status, headers.location], [301, word]);
  },
  async two_hosts_are_none() {
    const answer = await new Promise((take, fail) => {
      const socket = net.connect(address.port, '127.0.0.1', () => socket.write(`GET ${word} HTTP/1.1\r\nHost: 127.0.0.1:${address.port}\r\nHost: evil.example\r\n\r\n`));
      const parts = [];
      socket.on('data', part => parts.push(part));
      socket.on('end', () => take(Buffer.concat(parts).toString()));
      socket.on('error', fail);
    });
    assert.match(answer, /^HTTP\/1.1 403 /);
  },
  /// Packing the page takes seconds, and it goes no further than this machine.
  async the_page_is_not_packed_anew_for_every_reader() {
    const {headers, text} = await request(address, word, {accept: 'gzip, deflate, br, zstd'});
    assert.equal(headers['content-encoding'], undefined);
    assert.equal(Number(headers['content-length']), Buffer.byteLength(text));
    assert.equal((await request(address, `${word}beside?path=room.wok`, {accept: 'br'})).status, 200);
  },
  /// They send a letter now and then, for as long as it takes.
  async those_who_never_finish_hold_nobody_up() {
    const slow = await Promise.all(Array.from({length: 12}, () => new Promise((take, fail) => {
      const socket = net.connect(address.port, '127.0.0.1', () => take(socket));
      socket.once('error', fail);
    })));
    for (const socket of slow) { socket.on('error', () => {}); socket.write('GET /'); }
    const more = setInterval(() => slow.forEach(socket => socket.write('a')), 200);
    try {
      assert.equal((await request(address, word)).status, 200);
    } finally {
      clearInterval(more);
      slow.forEach(socket => socket.destroy());
    }
  },
  /// More of them than the server has threads, with headers that never end; and again whenever they are sent away.
  async a_drip_of_headers_starves_nobody() {
    const dripping = new Set();
    let closed = 0;
    const drip = () => {
      const socket = net.connect(address.port, '127.0.0.1', () => socket.write(`GET ${word} HTTP/1.1\r\nX-Long: `));
      dripping.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => { ++closed; if (dripping.delete(socket)) setTimeout(drip, 100); });
    };
    const more = setInterval(() => dripping.forEach(socket => socket.write('a')), 300);
    try {
      for (let i = 0; i < 100; ++i) {
        drip();
        await new Promise(take => setTimeout(take, 15));  // the system lets in few at a time
      }
      const begun = Date.now();
      const too_late = new Promise((_, fail) => setTimeout(() => fail(new Error('nobody is answered')), 15_000).unref());
      for (let i = 0; i < 3; ++i) assert.equal((await Promise.race([request(address, word), too_late])).status, 200);
      console.log(`     answered after ${Date.now() - begun} ms`);
      assert(closed > 0, 'they are sent away');
    } finally {
      clearInterval(more);
      const all = [...dripping];
      dripping.clear();
      all.forEach(socket => socket.destroy());
    }
  },
  /// Who sends a request in pieces is answered when it is whole.
  async a_request_in_pieces_is_answered() {
    const answer = await new Promise((take, fail) => {
      const socket = net.connect(address.port, '127.0.0.1', async () => {
        for (const piece of [`GET ${word} HT`, `TP/1.1\r\nHo`, `st: 127.0.0.1:${address.port}\r\n`, '\r\n']) {
          socket.write(piece);
          await new Promise(next => setTimeout(next, 50));
        }
      });
      const parts = [];
      socket.on('data', part => parts.push(part));
      socket.on('end', () => take(Buffer.concat(parts).toString()));
      socket.on('error', fail);
    });
    assert.match(answer, /^HTTP\/1.1 200 /);
  },
  /// The page's own policy, which names its script by its hash, and what a page cannot say of itself.
  async the_policy_of_the_page_is_sent() {
    const own = join(folder, 'policy.html');
    writeFileSync(own, `<html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-abc='"><!--DATA--></html>`);
    const child = spawn(meshwright, ['view', '--json', '--no-open', join(opened, 'room.wok')], {env: {...process.env, MESHWRIGHT_VIEWER: own}});
    try {
      const line = await new Promise(take => child.stdout.once('data', take));
      const there = new URL(JSON.parse(line).address);
      const {headers} = await request(there, there.pathname);
      assert.equal(headers['content-security-policy'], "default-src 'none'; script-src 'sha256-abc='; frame-ancestors 'none'");
    } finally {
      child.kill();
    }
  },
  async other_methods_are_refused() {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const {status, headers} = await request(address, word, {method});
      assert.equal(status, 405, method);
      assert.equal(headers.allow, 'GET, HEAD');
    }
    const head = await request(address, word, {method: 'HEAD'});
    assert.equal(head.status, 200);
    assert.equal(head.text, '');
  },
  async nothing_outside_is_given_out() {
    for (const name of ['../secret.wok', '..', '.', '', '/etc/passwd', join(folder, 'secret.wok'), 'below/../../secret.wok', 'link.wok', 'notes.txt',
      'room.wok/', './room.wok', 'room.wok\0', '..%2fsecret.wok', 'below', 'ROOM.WOK']) {
      for (const kind of ['file', 'beside']) {
        const {status, text} = await file(name, kind);
        assert.equal(status, 404, `${kind} ${name}`);
        assert.doesNotMatch(text, /secret\n|root:/);
      }
    }
    for (const path of [`${word}../secret.wok`, `${word}room.wok`, `${word}file/../../secret.wok`]) assert.equal((await request(address, path)).status, 404, path);
  },
  async a_file_that_became_a_link_is_not_followed() {
    const path = join(opened, 'room.wok');
    const bytes = readFileSync(path);
    rmSync(path);
    symlinkSync(join(folder, 'secret.wok'), path);
    const {status, text} = await file('room.wok');
    assert.equal(status, 404);
    assert.equal(text, 'room.wok is no longer what was opened\n');
    rmSync(path);
    writeFileSync(path, bytes);
  },
  async a_single_file_opens_itself_only() {
    const one = await serving(join(opened, 'room.wok'));
    try {
    const ask = name => request(one.address, `${one.address.pathname}file?path=${name}`);
    assert.equal((await ask('room.wok')).status, 200);
    assert.equal((await ask('notes.txt')).status, 404);
    assert.equal((await ask('below/hero.mdl')).status, 404);
    assert.notEqual(one.address.pathname, word, 'every word is a new one');
    } finally {
      one.stop();
    }
  },
  async two_files_of_one_name_are_two() {
    for (const [name, height] of [['one', 1], ['two', 2]]) {
      mkdirSync(join(folder, name), {recursive: true});
      execFileSync(meshwright, ['-q', 'sample', '-f', 'kotor-mdl', join(folder, name, 'hero.mdl')]);
      writeFileSync(join(folder, name, 'MW_HIDE.tga'), Buffer.from([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0, height, 20, 30]));
    }
    const both = await serving(join(folder, 'one/hero.mdl'), join(folder, 'two/hero.mdl'));
    try {
      const ask = (kind, name) => request(both.address, `${both.address.pathname}${kind}?path=${encodeURIComponent(name)}`);
      const [, json] = /id="served">(.*)<\/script>/.exec((await ask('', '')).text);
      assert.deepEqual(JSON.parse(json).files.map(each => each.path), ['one/hero.mdl', 'two/hero.mdl']);
      assert.deepEqual(JSON.parse((await ask('beside', 'two/hero.mdl')).text), ['two/hero.mdl', 'two/hero.mdx', 'two/MW_HIDE.tga']);
      assert.deepEqual(JSON.parse((await ask('beside', 'one/hero.mdl')).text), ['one/hero.mdl', 'one/hero.mdx', 'one/MW_HIDE.tga']);
      assert.equal((await ask('file', 'two/MW_HIDE.tga')).bytes[18], 2, 'the texture of its own folder');
      assert.equal((await ask('file', 'one/MW_HIDE.tga')).bytes[18], 1);
    } finally {
      both.stop();
    }
  },
  async a_layout_comes_with_its_rooms() {
    const area = join(folder, 'area');
    mkdirSync(area, {recursive: true});
    execFileSync(meshwright, ['-q', 'sample', '-f', 'kotor-layout', join(area, 'area.lyt')]);
    execFileSync(meshwright, ['-q', 'sample', '-f', 'kotor-walkmesh', join(area, 'sample_02.wok')]);
    execFileSync(meshwright, ['-q', 'sample', '-f', 'kotor-mdl', join(area, 'sample_01.mdl')]);
    const served = await serving(join(area, 'area.lyt'));
    try {
      const {text} = await request(served.address, `${served.address.pathname}beside?path=area.lyt`);
      assert.deepEqual(JSON.parse(text).sort(), ['area.lyt', 'sample_01.mdl', 'sample_01.mdx', 'sample_02.wok']);
    } finally {
      served.stop();
    }
  },
  /// Formats go by content: what is called as a room is may be a layout that lists itself.
  async a_layout_that_lists_itself_ends() {
    const area = join(folder, 'endless');
    mkdirSync(area, {recursive: true});
    for (const name of ['area.lyt', 'a.wok', 'a.mdl'])
      writeFileSync(join(area, name), 'beginlayout\n roomcount 1\n  a 0 0 0\n trackcount 0\n obstaclecount 0\n doorhookcount 0\ndonelayout\n');
    const {status, signal, stderr} = run('view', '-f', join(area, 'area.lyt'), '--html', join(folder, 'endless.html'));
    assert.deepEqual([status, signal], [0, null], stderr);
    const served = await serving(area);
    try {
      const {text} = await request(served.address, `${served.address.pathname}beside?path=area.lyt`);
      assert.equal(JSON.parse(text)[0], 'area.lyt');
    } finally {
      served.stop();
    }
  },
  async linked_and_unreadable_folders_are_told() {
    const linked = join(folder, 'linked');
    mkdirSync(linked, {recursive: true});
    symlinkSync(join(folder, 'one'), join(linked, 'one'));
    writeFileSync(join(linked, 'room.wok'), readFileSync(join(opened, 'room.wok')));
    // A path that is longer than the system takes can be read by nobody.
    const name = 'n'.repeat(250);
    execFileSync('sh', ['-c', `cd "$1" && for i in $(seq 20); do mkdir ${name} && cd -P ${name} || exit 1; done`, 'sh', linked]);
    const served = await serving(linked);
    try {
      const [, json] = /id="served">(.*)<\/script>/.exec((await request(served.address, served.address.pathname)).text);
      const {files, links, unreadable} = JSON.parse(json);
      assert.deepEqual([files.map(each => each.path), links, unreadable], [['room.wok'], 1, 1]);
      assert.equal(served.notes(), 'meshwright: 1 symbolic link is left out: a link may lead out of the folder; name a file to open it\n'
        + 'meshwright: 1 folder cannot be read; what is in it is left out\n');
    } finally {
      served.stop();
      execFileSync('rm', ['-rf', linked]);
    }
  },
  async names_that_are_no_text_can_be_opened() {
    const odd = Buffer.concat([Buffer.from(join(folder, 'opened/bad')), Buffer.from([0xff]), Buffer.from('.wok')]);
    writeFileSync(odd, readFileSync(join(opened, 'room.wok')));
    const served = await serving(opened);
    try {
      const ask = (kind, name) => request(served.address, `${served.address.pathname}${kind}?path=${encodeURIComponent(name)}`);
      const [, json] = /id="served">(.*)<\/script>/.exec((await ask('', '')).text);
      const name = JSON.parse(json).files.map(each => each.path).find(each => each.startsWith('bad'));
      assert.equal((await ask('file', name)).bytes.length, readFileSync(odd).length);
    } finally {
      served.stop();
      rmSync(odd);
    }
  },
  file_names_cannot_break_the_page() {
    const odd = join(folder, '<!--<script>.wok');
    writeFileSync(odd, readFileSync(join(opened, 'room.wok')));
    const out = join(folder, 'odd.html');
    assert.equal(run('view', '-f', odd, '--html', out).status, 0);
    const page = readFileSync(out, 'utf8');
    assert.equal(page.match(/<!--/g).length, 1, 'the mark only');
    const [, json] = /id="inside">([^<]*)<\/script>/.exec(page);
    assert.equal(JSON.parse(json)[0].path, '<!--<script>.wok');
  },
  /// The browser's words are not the command's, and a file that cannot be read is no fault of the output.
  async a_browser_is_opened_quietly() {
    const bin = join(folder, 'bin');
    mkdirSync(bin, {recursive: true});
    writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\necho loud\necho louder >&2\necho "$1" > ${join(folder, 'asked')}\n`, {mode: 0o755});
    rmSync(join(folder, 'asked'), {force: true});
    const child = spawn(meshwright, ['view', '--json', join(opened, 'below')], {env: {...environment, PATH: `${bin}:${process.env.PATH}`}});
    let said = '';
    child.stdout.on('data', text => { said += text; });
    child.stderr.on('data', text => { said += text; });
    try {
      while (!said.includes('\n') || !existsSync(join(folder, 'asked')) || readFileSync(join(folder, 'asked'), 'utf8') === '') await new Promise(take => setTimeout(take, 20));
      const {address: told} = JSON.parse(said);
      assert.equal(readFileSync(join(folder, 'asked'), 'utf8').trim(), told);
      assert.doesNotMatch(said, /loud/);
    } finally {
      child.kill();
    }
  },
  one_page_with_the_files_inside() {
    const out = join(folder, 'hero.html');
    assert.equal(run('view', join(opened, 'below/hero.mdl'), '--html', out).status, 0);
    const [, json] = /id="inside">(.*)<\/script>/.exec(readFileSync(out, 'utf8'));
    const inside = JSON.parse(json);
    assert.deepEqual(inside.map(each => each.path), ['hero.mdl', 'hero.mdx', 'MW_HIDE.tga']);
    for (const {path, base64} of inside) assert.deepEqual(Buffer.from(base64, 'base64'), readFileSync(join(opened, 'below', path)), path);
    assert.doesNotMatch(readFileSync(out, 'utf8'), new RegExp(folder), 'no path of this machine');
    const again = run('view', join(opened, 'below/hero.mdl'), '--html', out);
    assert.equal(again.status, 2);
    assert.match(again.stderr, /exists.*--force replaces it/);
    assert.equal(run('view', '-f', join(opened, 'below/hero.mdl'), '--html', out).status, 0);
  },
  what_cannot_be_shown_is_told() {
    const gone = run('view', join(folder, 'gone.wok'));
    assert.equal(gone.status, 2);
    assert.match(gone.stderr, /gone.wok: cannot open: No such file or directory/);
    const without = spawnSync(meshwright, ['view', opened], {env: {...process.env, MESHWRIGHT_VIEWER: '/nowhere.html'}, encoding: 'utf8'});
    assert.equal(without.status, 2);
    assert.match(without.stderr, /the viewer's page was not found at \/nowhere.html; `make viewer` builds it/);
  },
};
let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    await test();
    console.log(`ok   ${name}`);
  } catch (error) {
    ++failed;
    console.log(`FAIL ${name}: ${error.stack}`);
  }
}
stop();
process.exit(failed === 0 ? 0 : 1);
