import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withReason } from '../../../transcript/test/process/requirements.ts'
import { readLogs } from '../headless-kit.ts'
import { NO_TMUX, setUpTerminals, type TerminalKit, type TestTerminal } from './terminal-kit.ts'

const start = setUpTerminals()

/** The prompts of the log that had something attached. */
function listPrompts({ root }: TerminalKit): readonly Readonly<Record<string, unknown>>[] {
  return readLogs(root).filter(({ type, contexts }) => type === 'user' && contexts !== undefined)
}

/** Writes a mention, waits until it is found, and attaches it. */
async function attach(terminal: TestTerminal, mention: string, found: string | RegExp): Promise<void> {
  await terminal.type(mention)
  await terminal.until(found)
  await terminal.press('Enter')
  await terminal.without(mention)
}

describe.skipIf(NO_TMUX !== null)(withReason('context in a terminal', NO_TMUX), () => {
  it('attaches what all nine kinds find: tags above the field, the quote block and the data in the log', async () => {
    const kit = await start(
      {
        calls: [
          {
            name: 'Bash',
            input: { command: 'echo "a.ts(3,5): error TS2304: no name"', description: 'Look' },
          },
        ],
      },
      'Seen.',
      'All of them.',
    )
    mkdirSync(join(kit.folder, 'src'))
    writeFileSync(join(kit.folder, 'src', 'lamp.ts'), 'export function lightLamp(): void {}\n')
    const git = (...words: readonly string[]): unknown =>
      execFileSync('git', ['-c', 'user.name=me', '-c', 'user.email=me@example.com', ...words], {
        cwd: kit.folder,
      })
    git('init', '-q')
    git('add', '.')
    git('commit', '-qm', 'Light the lamp')
    writeFileSync(join(kit.folder, 'src', 'lamp.ts'), 'export function lightLamp(): void {} // changed\n')
    const terminal = await kit.open(['--allowedTools', 'Bash(echo:*)', '--', 'look'])
    await terminal.until('● Seen.')
    await terminal.until('? for keys')

    // Before anything is typed the kinds can be chosen, and one of them narrows.
    await terminal.type('@')
    await terminal.until(/❯ @file:[\s\S]*@symbol:\s+Symbol[\s\S]*@git:/)
    await terminal.press('Down', 'Down')
    await terminal.until('❯ @symbol:')
    await terminal.press('Enter')
    await terminal.until('› @symbol:')
    await terminal.type('lightL')
    await terminal.until(/❯ lightLamp\s+Symbol · src\/lamp\.ts:1/)
    await terminal.press('Tab')
    await terminal.until(/ 🔗 ?\s?lightLamp\n›/)
    await attach(terminal, '@lamp', '❯ src/lamp.ts')
    await attach(terminal, '@folder:src', /❯ src\/\s+Folder/)
    await attach(terminal, '@terminal:', /❯ echo.*Terminal output/)
    await attach(terminal, '@problems:', /❯ 1 ERROR\s+Problems/)
    await attach(terminal, '@git:', /❯ git diff HEAD\s+Git/)
    await attach(terminal, '@https://example.com/lamp', /❯ example\.com\s+Web page/)
    await attach(terminal, '@workspace:', /Workspace · /)
    await terminal.paste('what was selected')
    await terminal.until('› what was selected')
    await terminal.press('C-u')
    await attach(terminal, '@selection', /❯ “what was selected”\s+Selection/)
    await terminal.type('what is all this?')
    const screen = await terminal.until('› what is all this?')
    for (const tag of ['lightLamp', 'lamp.ts', 'src/', 'Terminal output (1)', 'Problems (1)', 'Git DIFF'])
      expect(screen).toContain(tag)
    await terminal.press('Enter')
    await terminal.until('● All of them.')
    await terminal.until('? for keys')

    const [prompt] = listPrompts(kit)
    expect(prompt?.contexts).toMatchObject([
      { type: 'SymbolReference', name: 'lightLamp', file: 'src/lamp.ts', line: 1, displayType: 'TAG' },
      { type: 'FileReference', path: 'src/lamp.ts', displayType: 'TAG' },
      { type: 'FolderReference', path: 'src', fileCount: 1 },
      { type: 'TerminalReference', lineCount: 1, isError: false },
      { type: 'ProblemsReference', count: 1, severity: 'ERROR' },
      { type: 'GitReference', gitType: 'DIFF' },
      { type: 'WebReference', url: 'https://example.com/lamp' },
      { type: 'WorkspaceReference' },
      { type: 'SelectionReference' },
    ])
    const message = JSON.stringify(prompt?.message)
    expect(message).toContain('> **上下文资料**\\n> \\n> - 🔗 `lightLamp`')
    for (const words of ['TS2304', '// changed', 'what was selected', 'what is all this?'])
      expect(message).toContain(words)
  })

  it('takes tags off again by Backspace, keeps them beside a command, and has them back with a prompt that is taken back', async () => {
    const kit = await start({ text: 'slow '.repeat(3000), pace: 20 }, 'Second.')
    writeFileSync(join(kit.folder, 'one.md'), '# One\n')
    writeFileSync(join(kit.folder, 'two.md'), '# Two\n')
    const terminal = await kit.open()
    await terminal.until('? for keys')
    await attach(terminal, '@one', '❯ one.md')
    await attach(terminal, '@two', '❯ two.md')
    await attach(terminal, '@two', '❯ two.md')
    await terminal.until(/one\.md\s+\S+ ?two\.md\n›/)
    await terminal.press('BSpace')
    await terminal.without('two.md')
    await terminal.type('/mode plan')
    await terminal.press('Enter')
    await terminal.until('plan mode')
    await terminal.until('one.md')
    await terminal.type('go')
    await terminal.press('Enter')
    await terminal.until('Working')
    await terminal.without(/one\.md\n›/)
    await attach(terminal, '@two', '❯ two.md')
    await terminal.type('later')
    await terminal.press('Enter')
    await terminal.until(/later \(waits/)
    await terminal.press('Up')
    await terminal.until(/two\.md\n› later/)
    await terminal.press('C-c')
    await terminal.without('two.md')
    expect(listPrompts(kit).map(({ contexts }) => contexts)).toMatchObject([
      [{ type: 'FileReference', path: 'one.md' }],
    ])
  })
})
