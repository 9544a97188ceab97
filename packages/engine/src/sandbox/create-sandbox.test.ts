import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createNetServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  createSandboxScene,
  IS_ROOT,
  NO_SANDBOX,
  type SandboxScene,
  type SandboxSceneOptions,
  SECRET,
  TOOL,
} from './testing/sandbox-scene.ts'

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function open(options?: SandboxSceneOptions): Promise<SandboxScene> {
  const scene = await createSandboxScene(options)
  opened.push(scene.close)
  return scene
}

const USERS = IS_ROOT ? [false, true] : [false]

describe.skipIf(NO_SANDBOX !== null)(`a command inside (${NO_SANDBOX ?? TOOL})`, () => {
  it.each(USERS)(
    'works in its folder and leaves files for the next (as a plain user: %s)',
    async isPlainUser => {
      const scene = await open({ isPlainUser })
      expect(await scene.run('echo new > made.txt && mkdir -p a/b && cat made.txt README.md')).toBe(
        'new\nHello.',
      )
      expect(readFileSync(join(scene.project, 'made.txt'), 'utf8')).toBe('new\n')
      await scene.run('echo kept > "$TMPDIR/x"')
      expect(await scene.run('cat "$TMPDIR/x"')).toBe('kept')
      await scene.run('cd a/b')
      expect(await scene.run('pwd')).toBe(join(scene.project, 'a/b'))
    },
  )

  it.each(USERS)('writes nowhere else, by whatever way (as a plain user: %s)', async isPlainUser => {
    const scene = await open({ isPlainUser })
    const before = readTree(scene.root)
    // What another session left.
    const elsewhere = await (await open()).run('echo "$TMPDIR"')
    for (const command of [
      'echo x > ../outside/new',
      'echo x > link-out/new',
      'cp README.md ../outside/file.txt',
      'ln -s ../outside l && echo x > l/new2',
      "python3 -c \"open('../outside/py','w').write('x')\"",
      "node -e \"fs.writeFileSync('../outside/node','x')\"",
      'echo x >> ~/.bashrc',
      'echo x > ~/.claude/settings.json',
      'echo {} >> ~/.claude/projects/x/log.jsonl',
      'echo x > /proc/1/root/$PWD/../outside/p',
      'echo x > .claude/settings.json',
      'echo x > .claude/new.json; rm -rf .claude; mv .claude x',
      'echo x > .mcp.json',
      'echo x > .git/hooks/pre-commit',
      'mv .git g && mkdir -p .git/hooks && echo x > .git/hooks/pre-commit; mv g .git',
      'cd .. && mv project p && mkdir -p project/.claude && echo x > project/.claude/settings.json',
      'git config core.fsmonitor ./x; echo "[a]" >> .git/config',
      'echo ../g > .git/commondir',
      'setsid sh -c "sleep 0.3; echo x > .mcp.json" & sleep 0.1',
      'mount -o remount,rw / && echo x > ../outside/m',
      'umount .claude && echo x > .claude/settings.json',
      'unshare -Urm sh -c "umount .claude; mount -o remount,rw /; echo x > ../outside/u"',
      'chmod 777 ../outside; chown 0:0 ../outside/file.txt; ln ../outside/file.txt l2 && echo x > l2; rm -f l2',
      `echo x > ${elsewhere}/y`,
      'mknod disk b 254 0; mknod "$TMPDIR/disk" b 254 0; rm -f disk',
    ])
      await scene.run(command)
    const machine =
      '/proc/sys/kernel/core_pattern /proc/sys/kernel/modprobe /proc/sysrq-trigger /sys/kernel/profiling'
    expect(await scene.run(`for file in ${machine}; do : >> $file && echo opened; done`)).not.toContain(
      'opened',
    )
    expect(readdirSync(elsewhere)).toEqual([])
    // What may not be made is moved aside, and what it held is there; or it could not be made at all.
    const aside = join(scene.project, '.mcp.json.not-allowed')
    expect(existsSync(aside) ? readFileSync(aside, 'utf8') : null).toBe(TOOL === 'seatbelt' ? null : 'x\n')
    await scene.run('sleep 0.6; rm -rf l .*.not-allowed* .git/*.not-allowed*')
    expect(readTree(scene.root)).toEqual(before)
  })

  it.each(USERS)(
    'reads nothing that rules forbid, by whatever way (as a plain user: %s)',
    async isPlainUser => {
      const scene = await open({
        isPlainUser,
        rules: {
          deny: [
            'Read(.env)',
            'Read(secrets/**)',
            'Edit(locked/**)',
            'Edit(made.lock)',
            'Edit(deep/a/file.txt)',
          ],
        },
      })
      linkSync(join(scene.project, '.env'), join(scene.project, 'second-name'))
      linkSync(join(scene.project, 'secrets/key.txt'), join(scene.project, 'third-name'))
      for (const command of [
        'cat second-name third-name',
        'cat .env',
        'cat < .env',
        'cat <> .env',
        'mv .env x; cat x',
        'ln .env x; cat x',
        'ln -s . a && cat a/secrets/key.txt',
        'mv secrets s; cat s/key.txt',
        'cp -r . ../copy; tar cf - . | tr -d "\\0"',
        'cat /proc/self/cwd/.env /proc/1/cwd/.env /proc/$PPID/root$PWD/.env',
        'python3 -c "print(open(\'.env\').read())"',
        "node -e \"console.log(fs.readFileSync('secrets/key.txt','utf8'))\"",
        'perl -pe 1 .env',
        'umount .env; cat .env',
        'unshare -Urm sh -c "umount .env; cat .env"',
        'unshare -Urm sh -c "mkdir -p $TMPDIR/v; mount --bind . $TMPDIR/v; cat $TMPDIR/v/.env"',
        'dd if=.env 2>&1; od -c .env; base64 .env',
        'chmod 777 .env secrets; cat .env secrets/key.txt',
        'grep -r . . 2>/dev/null; find . -type f -exec cat {} +',
        'git hash-object -w .env; git add -A; git show :.env',
      ]) {
        const said = await scene.run(command)
        expect(said, command).not.toContain(SECRET)
        expect(Buffer.from(said, 'base64').toString(), command).not.toContain(SECRET)
      }
      await scene.run(
        'echo x > locked/file.txt; echo x > locked/new; rm -rf locked; mv locked l; echo x > made.lock',
      )
      await scene.run('mv deep d; mv deep/a d; rm -rf deep; mv ../project/deep ../project/e')
      expect(readFileSync(join(scene.project, 'deep/a/file.txt'), 'utf8')).toBe('deep\n')
      expect(readdirSync(join(scene.project, 'locked'))).toEqual(['file.txt'])
      expect(readFileSync(join(scene.project, 'locked/file.txt'), 'utf8')).toBe('locked\n')
      expect(existsSync(join(scene.project, 'made.lock'))).toBe(false)
      expect(await scene.run('cat .env')).toMatch(/rules forbid|no output/)
      // What came to be since the last command is meant, too.
      writeFileSync(join(scene.project, 'deep/a/.env'), SECRET)
      symlinkSync('deep/a', join(scene.project, 'way'))
      for (const command of [
        'cat deep/a/.env',
        'mv deep d; cat d/a/.env',
        'python3 -c "print(open(\'way/.env\').read())"',
      ])
        expect(await scene.run(command), command).not.toContain(SECRET)
    },
  )

  it.each(USERS)(
    'has nothing moved aside elsewhere, by a folder that it makes a link (as a plain user: %s)',
    async isPlainUser => {
      const scene = await open({ isPlainUser, rules: { deny: ['Edit(deep/file.txt)'] } })
      await scene.run('rm -r deep; mv deep d; ln -s ../outside deep')
      await scene.run('echo x > deep/file.txt')
      expect(readdirSync(join(scene.root, 'outside'))).toEqual(['file.txt'])
      expect(existsSync(join(scene.project, 'deep/file.txt'))).toBe(false)
    },
  )

  it('stands in no folder outside, whatever it notes of its folder', async () => {
    const scene = await open()
    const forge = (path: string): string =>
      `note=$(trap -p EXIT | grep -o '/[^ ]*antiphon-cwd-[0-9a-f-]*'); trap - EXIT; ${path}`
    for (const command of [
      forge('echo "$PWD/link-out" > "$note"'),
      forge('dirname "$PWD" > "$note"'),
      forge('ln -s ../outside/file.txt "$note"'),
      forge('mkfifo "$note"'),
      forge('mkdir -p "$note/x"'),
    ]) {
      expect(await scene.run(command), command).not.toContain('rror')
      expect(await scene.run('pwd -P'), command).toBe(scene.project)
    }
    expect(await scene.run(`${forge('echo "$PWD/deep" > "$note"')}`)).not.toContain('rror')
    expect(await scene.run('pwd -P')).toBe(join(scene.project, 'deep'))
  })

  it.each(USERS)(
    'keeps the rules for files where nobody asked for a sandbox (as a plain user: %s)',
    async isPlainUser => {
      const rules = { deny: ['Read(.env)', 'Read(~/.ssh/**)', 'Edit(locked/**)', 'Edit(deep/a/file.txt)'] }
      const settings = { enabled: undefined as never }
      const scene = await open({ settings, rules, isPlainUser })
      for (const command of [
        'cat .env',
        'f=.env; cat $f',
        'python3 -c "print(open(\'.env\').read())"',
        'cat ~/.ssh/id_rsa',
        'umount .env; cat .env',
        'mv secrets/../.env x; cat x',
        'cp -r ~/.ssh y && cat y/*',
        `cat /proc/1/root$PWD/.env /proc/${process.pid}/root$PWD/.env /proc/*/root$PWD/.env /proc/*/cwd/.env`,
        'unshare -Urm sh -c "umount .env; cat .env"',
        ': >> /proc/sys/kernel/core_pattern && cat secrets/key.txt; head -c 9 /dev/vda /dev/sda /dev/nvme0n1',
      ])
        expect(await scene.run(command), command).not.toContain(SECRET)
      await scene.run('echo x > locked/file.txt; mv deep d; echo fine > ../outside/written')
      expect(readFileSync(join(scene.project, 'deep/a/file.txt'), 'utf8')).toBe('deep\n')
      expect(readFileSync(join(scene.project, 'locked/file.txt'), 'utf8')).toBe('locked\n')
      expect(readFileSync(join(scene.root, 'outside/written'), 'utf8')).toBe('fine\n')
      const isSeen = (await scene.run(`ps -p ${process.pid} -o pid=`)).includes(String(process.pid))
      // On macOS `ps` is a program of root's, and none of those can be started inside.
      expect(isSeen).toBe(TOOL === 'bubblewrap' && (isPlainUser || !IS_ROOT))
    },
  )

  it('sees no keys of the home, no variables that open doors, and no other processes', async () => {
    const scene = await open({ env: { ANTHROPIC_API_KEY: SECRET } })
    expect(await scene.run('cat ~/.ssh/id_rsa; ls ~/.ssh; env')).not.toContain(SECRET)
    expect(await scene.run('cat ~/.bashrc')).toBe('# mine')
    expect(await scene.run(`cat /proc/${process.pid}/environ | tr '\\0' '\\n'`)).toContain('No such file')
    const shown = await open({ settings: { filesystem: { allowRead: ['~/.ssh'] } } })
    expect(await shown.run('cat ~/.ssh/id_rsa')).toBe(SECRET)
  })

  it('reaches no network, no socket, and by a proxy only what is allowed', async () => {
    const server = createServer((_, answer) => answer.end('from outside'))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    opened.push(() => server.close())
    const { port } = server.address() as { port: number }
    const fetch = `node -e "fetch('http://127.0.0.1:${port}/').then(r=>r.text()).then(console.log,e=>console.log('no',e.cause?.code))"`
    const closed = await open()
    expect(await closed.run(fetch)).toMatch(/no (?:ECONNREFUSED|EPERM)/)
    const path = join(closed.project, 'socket')
    const local = createNetServer(socket => socket.end('from a socket'))
    await new Promise<void>(resolve => local.listen(path, resolve))
    opened.push(() => local.close())
    const dial = `node -e "require('net').connect('${path}').on('data',d=>console.log(String(d))).on('error',e=>console.log('no',e.code))"`
    expect(await closed.run(dial)).toContain('no E')
    const open2 = await open({ settings: { network: { allowedDomains: ['127.0.0.1'] } } })
    const proxy = 'new URL(process.env.HTTP_PROXY).port'
    const ask = (host: string): string =>
      `node -e "const q=require('http').request({host:'127.0.0.1',port:${proxy},path:'http://${host}:${port}/'},r=>r.on('data',d=>process.stdout.write(d)));q.end()"`
    expect(await open2.run(ask('127.0.0.1'))).toBe('from outside')
    expect(await open2.run(ask('localhost'))).toContain('lets nothing through to localhost')
    const tunnel = `node -e "require('http').request({host:'127.0.0.1',port:${proxy},method:'CONNECT',path:'127.0.0.1:${port}'}).on('connect',(r,s)=>{console.log(r.statusCode);s.end('GET / HTTP/1.0\\r\\n\\r\\n');s.on('data',d=>process.stdout.write(d))}).end()"`
    expect(await open2.run(tunnel)).toContain('from outside')
    expect(await open2.run('exit 7')).toContain('Exit code 7')
  })

  it('keeps a rule inside of what stays writable inside of what may not be changed', async () => {
    const scene = await open({ rules: { deny: ['Edit(.claude/worktrees/w/fixed)'] } })
    const folder = join(scene.project, '.claude/worktrees/w')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'fixed'), 'as it was')
    await scene.run('cd .claude/worktrees/w && echo x > new; echo x > fixed; mv fixed f; rm -f fixed')
    expect(readFileSync(join(folder, 'fixed'), 'utf8')).toBe('as it was')
    expect(existsSync(join(folder, 'new'))).toBe(true)
  })

  it('may ask to be let out, or is excluded by its name', async () => {
    const scene = await open({ settings: { excludedCommands: ['cp'] } })
    await scene.run('echo x > ../outside/out', { dangerouslyDisableSandbox: true })
    await scene.run('cp README.md ../outside/copied')
    await scene.run('cp README.md ../outside/copied2; touch ../outside/touched')
    expect(readdirSync(join(scene.root, 'outside')).sort()).toEqual(['copied', 'file.txt', 'out'])
    const strict = await open({ settings: { allowUnsandboxedCommands: false } })
    await strict.run('echo x > ../outside/out', { dangerouslyDisableSandbox: true })
    expect(readdirSync(join(strict.root, 'outside'))).toEqual(['file.txt'])
  })

  it('says why it failed, and leaves nothing behind', async () => {
    const scene = await open()
    expect(await scene.run('echo x > ../outside/x')).toContain('only in the working folders')
    await scene.run('rm -rf .claude .mcp.json')
    expect(existsSync(join(scene.project, '.mcp.json'))).toBe(false)
    const left = 'sleep 0.3 & echo started'
    expect(await scene.run(left)).toContain('started')
  })

  // macOS has no namespace that ends with its first process.
  it.skipIf(TOOL !== 'bubblewrap')(
    'ends with all that it started when its time is over, also what left its group',
    async () => {
      const scene = await open()
      const ticking = 'sh -c "while :; do date +%N > tick; sleep 0.1; done"'
      await scene.run(`setsid ${ticking} & trap '' TERM; ${ticking}`, { timeout: 1_000 })
      const tick = (): string => readFileSync(join(scene.project, 'tick'), 'utf8')
      const last = tick()
      await new Promise(resolve => setTimeout(resolve, 500))
      expect(tick()).toBe(last)
    },
  )
})

/** Every file below a folder and what is in it. */
function readTree(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .sort()
      .map(path => [path, readFileSync(path, 'latin1')]),
  )
}
