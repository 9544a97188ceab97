import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { user } from './log-parts.ts'
import { requirement } from './requirement.ts'
import { createTalk, runIn, type Talk, toEntries } from './talk-kit.ts'

/** Each kind of seed 000: how a person names it to the program, its line to the letter, and what it is read as. */
const KINDS = {
  file: {
    flags: ['--file', 'src/main/kotlin/Main.kt'],
    line: '> - 📄 `src/main/kotlin/Main.kt`',
    reference: { type: 'FileReference', path: 'src/main/kotlin/Main.kt' },
  },
  web: {
    flags: ['--web', 'https://example.com', '--title', '网页标题'],
    line: '> - 🌐 https://example.com (网页标题)',
    reference: { type: 'WebReference', url: 'https://example.com', title: '网页标题' },
  },
  folder: {
    flags: ['--folder', 'src/main', '--count', '25'],
    line: '> - 📁 `src/main` (25个文件)',
    reference: { type: 'FolderReference', path: 'src/main', fileCount: 25 },
  },
  symbol: {
    flags: ['--symbol', 'MyClass.method()', '--kind', 'FUNCTION', '--at', 'Main.kt:45'],
    line: '> - 🔗 `MyClass.method()` (FUNCTION) - Main.kt:45',
    reference: { type: 'SymbolReference', name: 'MyClass.method()' },
  },
  terminal: {
    flags: ['--terminal', '50', '--failed'],
    line: '> - 💻 终端输出 (50行) ⚠️',
    reference: { type: 'TerminalReference', isError: true },
  },
  problems: {
    flags: ['--problems', '3', '--severity', 'ERROR'],
    line: '> - ⚠️ 问题报告 (3个) [ERROR]',
    reference: { type: 'ProblemsReference', severity: 'ERROR' },
  },
  git: { flags: ['--git', 'DIFF'], line: '> - 🔀 Git DIFF', reference: { type: 'GitReference' } },
  selection: {
    flags: ['--selection'],
    line: '> - ✏️ 当前选择内容',
    reference: { type: 'SelectionReference' },
  },
  workspace: { flags: ['--workspace'], line: '> - 🏠 当前工作区', reference: { type: 'WorkspaceReference' } },
} as const

const HEAD = '> **上下文资料**\n> \n'
const EXAMPLE =
  '> **上下文资料**\n> \n> - 📄 `build.gradle.kts`\n> - 📄 `src/main/kotlin/Main.kt`\n\n请帮我分析这两个文件的关系'
const CONTEXTS = ['build.gradle.kts', 'src/main/kotlin/Main.kt'].map(path => ({
  ...{ type: 'FileReference', path, fullPath: `/Users/user/project/${path}`, displayType: 'TAG' },
}))

type Parsed = { readonly references: readonly Readonly<Record<string, unknown>>[]; readonly text: string }

let rendered: string
let parsed: Parsed
let talk: Talk

const parse = async (stdin: string): Promise<Parsed> =>
  JSON.parse((await runIn(['context', 'parse', '--json'], { stdin })).stdout)

beforeAll(async () => {
  const flags = Object.values(KINDS).flatMap(kind => kind.flags)
  rendered = (await runIn(['context', 'render', ...flags, '--prompt', 'Why?'])).stdout.trimEnd()
  parsed = await parse(rendered)
  talk = await createTalk([])
  const folder = join(talk.root, 'projects', '-project')
  mkdirSync(folder, { recursive: true })
  const [entry] = toEntries([user([{ type: 'text', text: EXAMPLE }], { contexts: CONTEXTS })])
  writeFileSync(join(folder, 'a5eed000-0000-4000-8000-000000000000.jsonl'), `${JSON.stringify(entry)}\n`)
})
afterAll(async () => {
  await talk.close()
})

/** The kind is written to the letter, and read back as what it was. */
function expectKind({ line, reference }: (typeof KINDS)[keyof typeof KINDS]): void {
  expect(rendered.split('\n')).toContain(line)
  expect(parsed.references).toContainEqual(expect.objectContaining({ ...reference, displayType: 'TAG' }))
}

describe('`antiphon context`', () => {
  requirement('000:440-450a', 'writes a file and reads it', async () => expectKind(KINDS.file))
  requirement('000:440-450b', 'writes a page and reads it', async () => expectKind(KINDS.web))
  requirement('000:440-450c', 'writes a folder and reads it', async () => expectKind(KINDS.folder))
  requirement('000:440-450d', 'writes a symbol and reads it', async () => expectKind(KINDS.symbol))
  requirement('000:440-450e', 'writes output of the terminal and reads it', async () =>
    expectKind(KINDS.terminal),
  )
  requirement('000:440-450f', 'writes problems and reads them', async () => expectKind(KINDS.problems))
  requirement('000:440-450g', 'writes a Git reference and reads it', async () => expectKind(KINDS.git))
  requirement('000:440-450h', 'writes a selection and reads it', async () => expectKind(KINDS.selection))
  requirement('000:440-450i', 'writes the workspace and reads it', async () => expectKind(KINDS.workspace))

  requirement(
    ['000:426-436', '000:487', '000:490'],
    'writes the block to the letter at the head: heading, empty line, a line and a sign of its own a kind, the words',
    async () => {
      const lines = Object.values(KINDS).map(({ line }) => line)
      expect(rendered).toBe(`${HEAD}${lines.join('\n')}\n\nWhy?`)
      expect(new Set(lines.map(line => [...line.slice('> - '.length)][0])).size).toBe(lines.length)
      expect(parsed.references.every(({ displayType }) => displayType === 'TAG')).toBe(true)
    },
  )

  requirement(
    ['000:488', '000:504'],
    'reads what was written and writes it again, whatever it holds',
    async () => {
      const odd = 'a `b` **c** \\ > - 📄 (d) [ERROR].md'
      const first = (await runIn(['context', 'render', '--file', odd, '--prompt', '> - x\n\ny'])).stdout
      const { references, text } = await parse(first.trimEnd())
      expect(references).toMatchObject([{ type: 'FileReference', path: odd }])
      expect(text).toBe('> - x\n\ny')
      const again = ['context', 'render', '--file', String(references[0]?.path), '--prompt', text]
      expect((await runIn(again)).stdout).toBe(first)
    },
  )

  requirement(
    ['000:498', '000:491'],
    'takes off one block at the head, with or without the empty line, as the seed’s expression does',
    async () => {
      const pattern = /^> \*\*上下文资料\*\*\n(?:> \n)?((?:> - .+\n)+)\n/
      const block = '> - 📄 `a.md`\n\n'
      for (const given of [
        `${HEAD}${block}words`,
        `> **上下文资料**\n${block}words`,
        `${HEAD}${block}${HEAD}${block}words`,
      ]) {
        const { references, text } = await parse(given)
        expect(references).toHaveLength(1)
        expect(text).toBe(given.replace(pattern, ''))
      }
      const later = `words\n${HEAD}${block}`
      expect(await parse(later)).toEqual({ references: [], text: later })
    },
  )

  requirement('000:501', 'leaves alone what only looks like a block', async () => {
    const quoted = `${HEAD}> - 📄 \`a.md\`\n> - what a person quoted\n\nwords`
    expect(await parse(quoted)).toEqual({ references: [], text: quoted })
  })
})

describe('a log with context', () => {
  requirement(
    ['000:456-482', '000:415-422'],
    'of seed 000 is shown with its references above the words, each with its sign, and sent as it stands',
    async () => {
      const { stdout } = await talk.run(['show', 'a5eed000'])
      expect(stdout).toMatch(
        /📄 `build\.gradle\.kts`\n.*📄 `src\/main\/kotlin\/Main\.kt`\n.*请帮我分析这两个文件的关系/,
      )
      expect(stdout).not.toContain('上下文资料')
      const { messages } = JSON.parse((await talk.run(['api', 'a5eed000'])).stdout)
      expect(messages[0].content[0].text).toBe(EXAMPLE)
    },
  )

  requirement('000:489', 'is found by the heading', async () => {
    const found = await talk.run(['search', '上下文资料'])
    expect(found.code).toBe(0)
    expect(found.stdout).toContain('a5eed000')
  })
})
