import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openCommandLibrary } from './open-command-library.ts'

describe('openCommandLibrary', () => {
  let base = ''
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(base, path)), { recursive: true })
    writeFileSync(join(base, path), text)
  }
  const open = (isTrusted: boolean): ReturnType<typeof openCommandLibrary> =>
    openCommandLibrary({ cwd: join(base, 'project'), home: join(base, 'home'), isTrusted })

  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'antiphon-commands-'))
    put(
      'project/.claude/commands/web/check.md',
      '---\ndescription: "Checks: all"\nargument-hint: [file]\nallowed-tools: Bash(git add:*), Read\n---\n\nCheck $1.\n',
    )
    put('project/.claude/commands/plain.md', '# Plain words\nmore')
    put('home/.claude/commands/own.md', '---\nallowed-tools:\n  - Read\n  - Bash(ls:*)\n---\nOwn.')
    put('project/.claude/commands/no name.md', 'x')
    put('secret', 'token')
    symlinkSync(join(base, 'secret'), join(base, 'project/.claude/commands/link.md'))
  })
  afterEach(() => rmSync(base, { recursive: true, force: true }))

  it('reads the project’s and the person’s; who is not trusted allows nothing', async () => {
    const library = await open(false)
    expect(library.list()).toMatchObject([
      { name: 'plain', description: 'Plain words (project)', argumentHint: '', allowedTools: [] },
      {
        name: 'web:check',
        aliases: ['check'],
        description: 'Checks: all (project:web)',
        argumentHint: '[file]',
        allowedTools: [],
      },
      { name: 'own', description: 'Own. (user)', allowedTools: ['Read', 'Bash(ls:*)'] },
    ])
    expect((await open(true)).list()[1]?.allowedTools).toEqual(['Bash(git add:*)', 'Read'])
  })

  it('names what it cannot use, and reads anew', async () => {
    const library = await open(false)
    expect(library.problems()).toMatchObject([
      { file: expect.stringContaining('link.md'), what: expect.stringContaining('leads out of') },
      { file: expect.stringContaining('no name.md') },
    ])
    put('project/.claude/commands/late.md', 'Late.')
    await library.refresh()
    expect(library.list().map(({ name }) => name)).toContain('late')
  })
})
