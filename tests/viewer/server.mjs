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
  const line = await new Promise((take, fail) => {
    child.stdout.once('data', take);
    child.stderr.once('data', text => fail(new Error(String(text))));
    child.once('exit', code => fail(new Error(`ended with ${code}`)));
  });
  return {address: new URL(JSON.parse(line).address), stop: () => { child.removeAllListeners('exit'); child.kill(); }};
}

/// One request: {status, text, headers}.
function request(address, path, {method = 'GET', host} = {}) {
  return new Promise((take, fail) => {
    const asked = http.request({host: '127.0.0.1', port: address.port, path, method, headers: host ? {host} : {}}, answer => {
      const parts = [];
      answer.on('data', part => parts.push(part));
      answer.on('end', () => take({status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(parts), text: Buffer.concat(parts).toString()}));
    });
    asked.on('error', fail);
    asked.end();
  });
}

const {address, stop} = await serving(opened);
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
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['access-control-allow-origin'], undefined);
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
    for (const path of ['/', '/file?path=room.wok', word.slice(0, -1), `/${'0'.repeat(32)}/`, `/${'0'.repeat(32)}/file?path=room.wok`, word.toUpperCase(), '//'])
      assert.equal((await request(address, path)).status, 403, path);
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
    const ask = name => request(one.address, `${one.address.pathname}file?path=${name}`);
    assert.equal((await ask('room.wok')).status, 200);
    assert.equal((await ask('notes.txt')).status, 404);
    assert.equal((await ask('below/hero.mdl')).status, 404);
    assert.notEqual(one.address.pathname, word, 'every word is a new one');
    one.stop();
  },
  one_page_with_the_files_inside() {
    const out = join(folder, 'hero.html');
    assert.equal(run('view', join(opened, 'below/hero.mdl'), '--html', out).status, 0);
    const [, json] = /id="inside">(.*)<\/script>/.exec(readFileSync(out, 'utf8'));
    const inside = JSON.parse(json);
    assert.deepEqual(inside.map(each => each.path), ['hero.mdl', 'hero.mdx', 'MW_HIDE.tga']);
    for (const {path, base64} of inside) assert.deepEqual(Buffer.from(base64, 'base64'), readFileSync(join(opened, 'below', path)), path);
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
