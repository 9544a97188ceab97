import { randomUUID } from 'node:crypto'
import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JsonObject } from '@antiphon/contract'
import { describe, expect, it } from 'vitest'
import { createControlBench, editCall } from '../../../../cli/test/control-bench.ts'

const bench = createControlBench()

describe('files', () => {
  it('are suggested by letters, without what is ignored or forbidden', async () => {
    await mkdir(join(bench.cwd(), '.git'))
    for (const name of ['user-list.ts', 'user-secret.ts', 'ignored.ts', 'other.md'])
      await writeFile(join(bench.cwd(), name), '')
    await writeFile(join(bench.cwd(), '.gitignore'), 'ignored.ts\n')
    const driver = await bench.start([], { argv: ['--disallowed-tools', 'Read(user-secret.ts)'] })
    expect(await driver.get('file_suggestions', { query: 'usr' })).toEqual({
      suggestions: [{ path: 'user-list.ts' }],
    })
    expect(await driver.get('file_suggestions', { query: 'ignored' })).toEqual({ suggestions: [] })
    expect(await driver.refusal('file_suggestions')).toContain('query')
  })

  it('are read as far as the agent may, and no further than asked', async () => {
    await writeFile(join(bench.cwd(), 'a.txt'), 'alphä\n')
    await writeFile(join(bench.base(), 'outside.txt'), 'secret')
    await symlink(join(bench.base(), 'outside.txt'), join(bench.cwd(), 'link.txt'))
    const driver = await bench.start([], { argv: ['--disallowed-tools', 'Read(b.txt)'] })
    await writeFile(join(bench.cwd(), 'b.txt'), 'no')
    const absPath = join(bench.cwd(), 'a.txt')
    expect(await driver.get('read_file', { path: 'a.txt' })).toEqual({
      contents: 'alphä\n',
      lossy: false,
      absPath,
    })
    expect(await driver.get('read_file', { path: absPath, max_bytes: 5 })).toMatchObject({
      lossy: true,
      truncated: true,
    })
    expect(await driver.get('read_file', { path: 'a.txt', max_bytes: 2, encoding: 'base64' })).toEqual({
      contents: 'YWw=',
      encoding: 'base64',
      truncated: true,
      absPath,
    })
    for (const path of ['b.txt', '../outside.txt', 'link.txt'])
      expect(await driver.refusal('read_file', { path })).toContain('may not be read')
    expect(await driver.refusal('read_file', { path: '.' })).toContain('folder')
    expect(await driver.refusal('read_file', { path: 'none.txt' })).toContain('ENOENT')
    expect(await driver.refusal('read_file', { path: 'a.txt', max_bytes: -1 })).toContain('max_bytes')
  })

  it('that the host has seen may be changed unread, if they are still the same', async () => {
    const path = join(bench.cwd(), 'a.txt')
    await writeFile(path, 'alpha\n')
    const driver = await bench.start([editCall(path), 'Done.'], {
      argv: ['--permission-mode', 'acceptEdits'],
    })
    const { mtimeMs } = await stat(path)
    expect(await driver.get('seed_read_state', { path, mtime: Math.floor(mtimeMs) - 5 })).toMatchObject({
      seeded: false,
      reason: expect.stringContaining('changed'),
    })
    expect(await driver.get('seed_read_state', { path: 'a.txt', mtime: Math.floor(mtimeMs) })).toEqual({
      seeded: true,
    })
    await driver.say('edit')
    expect(await readFile(path, 'utf8')).toBe('beta\n')
    expect(await driver.get('seed_read_state', { path: 'none', mtime: 1 })).toMatchObject({ seeded: false })
  })

  it('go back to a prompt, where checkpoints are kept', async () => {
    const path = join(bench.cwd(), 'a.txt')
    await writeFile(path, 'alpha\n')
    const driver = await bench.start(
      [{ calls: [{ name: 'Read', input: { file_path: path } }] }, editCall(path), 'Done.'],
      {
        argv: ['--permission-mode', 'acceptEdits'],
        env: { CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: '1' },
      },
    )
    const uuid = randomUUID()
    await driver.say('edit', uuid)
    expect(await driver.get('rewind_files', { user_message_id: uuid, dry_run: true })).toMatchObject({
      canRewind: true,
      filesChanged: [path],
    })
    expect(await readFile(path, 'utf8')).toBe('beta\n')
    await driver.get('rewind_files', { user_message_id: uuid })
    expect(await readFile(path, 'utf8')).toBe('alpha\n')
  })

  describe('of a session that somebody else packed', () => {
    const prompt = randomUUID()
    const session = randomUUID()
    const checkpointing = { CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: '1' }

    /** A log whose checkpoints say of each file that it did not exist, or held something else. */
    async function pack(files: Readonly<Record<string, string | null>>): Promise<void> {
      const root = join(bench.base(), 'home', '.antiphon')
      const timestamp = '2026-02-01T02:58:12.755Z'
      await mkdir(join(root, 'file-history', session), { recursive: true })
      await writeFile(join(root, 'file-history', session, 'evil@v1'), 'evil\n')
      const trackedFileBackups = Object.fromEntries(
        Object.entries(files).map(([path, backupFileName]) => [
          path,
          { backupFileName, version: 1, backupTime: timestamp },
        ]),
      )
      const lines = [
        {
          type: 'file-history-snapshot',
          messageId: prompt,
          snapshot: { messageId: prompt, trackedFileBackups, timestamp },
          isSnapshotUpdate: false,
        },
        {
          type: 'user',
          uuid: prompt,
          parentUuid: null,
          sessionId: session,
          cwd: bench.cwd(),
          timestamp,
          isSidechain: false,
          userType: 'external',
          version: '2.0.0',
          message: { role: 'user', content: 'hello' },
        },
      ]
      const folder = join(root, 'projects', bench.cwd().replaceAll(/[^A-Za-z0-9]/g, '-'))
      await mkdir(folder, { recursive: true })
      await writeFile(
        join(folder, `${session}.jsonl`),
        lines.map(line => `${JSON.stringify(line)}\n`).join(''),
      )
    }

    it('stay as they are outside its folders, whatever its checkpoints name, and are named', async () => {
      const home = join(bench.base(), 'home')
      await mkdir(home)
      await mkdir(join(bench.cwd(), '.git', 'hooks'), { recursive: true })
      await symlink(home, join(bench.cwd(), 'link'))
      const [bashrc, notes] = [join(home, '.bashrc'), join(home, 'notes.txt')]
      const hook = join(bench.cwd(), '.git', 'hooks', 'pre-commit')
      const inside = join(bench.cwd(), 'a.txt')
      for (const path of [bashrc, notes, inside]) await writeFile(path, 'mine\n')
      await pack({
        [bashrc]: null,
        '../home/notes.txt': 'evil@v1',
        'link/other.txt': 'evil@v1',
        '.git/hooks/pre-commit': 'evil@v1',
        'a.txt': 'evil@v1',
      })
      const driver = await bench.start([], { argv: ['--resume', session], env: checkpointing })
      for (const dry_run of [true, false]) {
        const result = await driver.get('rewind_files', { user_message_id: prompt, dry_run })
        expect(result).toMatchObject({ canRewind: true, filesChanged: [inside] })
        for (const path of [bashrc, notes, join(bench.cwd(), 'link', 'other.txt'), hook])
          expect(result.notices).toContainEqual(expect.stringContaining(`${path} was left as it is: `))
      }
      expect(await readFile(bashrc, 'utf8')).toBe('mine\n')
      expect(await readFile(notes, 'utf8')).toBe('mine\n')
      expect(await readFile(inside, 'utf8')).toBe('evil\n')
      await expect(stat(join(home, 'other.txt'))).rejects.toThrow('ENOENT')
      await expect(stat(hook)).rejects.toThrow('ENOENT')
    })

    it('are under the rules for edits, and nothing is rewound in plan mode', async () => {
      const [kept, other] = [join(bench.cwd(), 'kept.txt'), join(bench.cwd(), 'other.txt')]
      for (const path of [kept, other]) await writeFile(path, 'mine\n')
      await pack({ 'kept.txt': null, 'other.txt': 'evil@v1' })
      const deny = async (rules: string): Promise<JsonObject> => {
        const driver = await bench.start([], {
          argv: ['--resume', session, '--disallowed-tools', rules],
          env: checkpointing,
        })
        const result = await driver.get('rewind_files', { user_message_id: prompt })
        await driver.end()
        return result
      }
      for (const rules of ['Edit,Write', 'Write', 'Edit(*.txt)'])
        expect(await deny(rules)).toMatchObject({
          canRewind: false,
          filesChanged: [],
          error: expect.stringContaining('the rule'),
        })
      const driver = await bench.start([], {
        argv: ['--resume', session, '--permission-mode', 'plan'],
        env: checkpointing,
      })
      expect(await driver.get('rewind_files', { user_message_id: prompt })).toMatchObject({
        canRewind: false,
        error: expect.stringContaining('plan mode'),
      })
      for (const path of [kept, other]) expect(await readFile(path, 'utf8')).toBe('mine\n')
      await driver.end()
      expect(await deny('Edit(kept.txt)')).toMatchObject({
        filesChanged: [other],
        notices: [expect.stringContaining(`${kept} was left as it is: the rule Edit(kept.txt) forbids it`)],
      })
    })

    it('may be changed where a rule asks: the request is somebody asking', async () => {
      const path = join(bench.cwd(), 'a.txt')
      await writeFile(path, 'mine\n')
      await writeFile(
        join(bench.cwd(), '.claude', 'settings.json'),
        JSON.stringify({ permissions: { ask: ['Edit'] } }),
      )
      await pack({ 'a.txt': 'evil@v1' })
      const driver = await bench.start([], {
        argv: ['--resume', session, '--permission-mode', 'dontAsk'],
        env: checkpointing,
      })
      expect(await driver.get('rewind_files', { user_message_id: prompt })).toMatchObject({
        filesChanged: [path],
      })
    })
  })

  it('of a folder below may be worked on, once it is registered', async () => {
    await mkdir(join(bench.cwd(), 'sub'))
    await mkdir(join(bench.base(), 'elsewhere'))
    const driver = await bench.start()
    expect(await driver.get('register_repo_root', { directory: 'sub' })).toMatchObject({
      directory: expect.stringMatching(/sub$/),
    })
    expect(await driver.refusal('register_repo_root', { directory: 'sub' })).toContain('already')
    expect(await driver.refusal('register_repo_root', { directory: '.' })).toContain('already')
    expect(await driver.refusal('register_repo_root', { directory: '../elsewhere' })).toContain('--add-dir')
    expect(await driver.refusal('register_repo_root', { directory: 'none' })).toContain('no folder')
    expect(await driver.get('list_permission_rules')).toMatchObject({
      state: { workspaceDirectories: [{ source: 'session' }] },
    })
  })
})
