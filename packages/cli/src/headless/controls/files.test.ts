import { randomUUID } from 'node:crypto'
import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createControlBench, editCall } from '../../../test/control-bench.ts'

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
