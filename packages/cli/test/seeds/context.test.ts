import type { ContextReference } from '@antiphon/core'
import { CONTEXT_ICONS } from '@antiphon/core/message'
import { createScriptModel } from '@antiphon/simulator'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import {
  createHeadlessKit,
  DRIVEN,
  type HeadlessKit,
  type Line,
  listRefusals,
  readLogs,
} from '../headless-kit.ts'
import { collect, startAntiphon } from '../spawn-antiphon.ts'
import type { Ran } from '../test-io.ts'
import { requirement } from './requirement.ts'

/** A kind, the reference as the seeds store it, and its line as the seeds write it. */
const NINE: readonly (readonly [kind: string, reference: ContextReference, line: string])[] = [
  [
    'file',
    { type: 'FileReference', path: 'src/main/kotlin/Main.kt', fullPath: '/p/Main.kt', displayType: 'TAG' },
    '> - 📄 `src/main/kotlin/Main.kt`',
  ],
  [
    'web',
    { type: 'WebReference', url: 'https://example.com', title: '网页标题' },
    '> - 🌐 https://example.com (网页标题)',
  ],
  ['folder', { type: 'FolderReference', path: 'src/main', fileCount: 25 }, '> - 📁 `src/main` (25个文件)'],
  [
    'symbol',
    { type: 'SymbolReference', name: 'MyClass.method()', symbolType: 'FUNCTION', file: 'Main.kt', line: 45 },
    '> - 🔗 `MyClass.method()` (FUNCTION) - Main.kt:45',
  ],
  ['terminal', { type: 'TerminalReference', lineCount: 50, isError: true }, '> - 💻 终端输出 (50行) ⚠️'],
  ['problems', { type: 'ProblemsReference', count: 3, severity: 'ERROR' }, '> - ⚠️ 问题报告 (3个) [ERROR]'],
  ['git', { type: 'GitReference', gitType: 'DIFF' }, '> - 🔀 Git DIFF'],
  ['selection', { type: 'SelectionReference' }, '> - ✏️ 当前选择内容'],
  ['workspace', { type: 'WorkspaceReference' }, '> - 🏠 当前工作区'],
]
const REFERENCES = NINE.map(([, reference]) => reference)
const BLOCK = `> **上下文资料**\n> \n${NINE.map(([, , line]) => `${line}\n`).join('')}\n`
const FILE = REFERENCES[0] as ContextReference
const FILE_BLOCK = '> **上下文资料**\n> \n> - 📄 `src/main/kotlin/Main.kt`\n\n'
const SESSION = '33333333-3333-4333-8333-333333333333'

let kit: HeadlessKit
let heard: readonly Line[]

function run(...argv: readonly string[]): Promise<Ran> {
  return collect(startAntiphon(argv, { ...kit.env, COLUMNS: '120' }, kit.folder))
}

/** The words of a host: all kinds at once, a text that its host rendered itself, blocks, and no references at all. */
beforeAll(async () => {
  kit = await createHeadlessKit(createScriptModel(['One.', 'Two.', 'Three.', 'Four.']))
  const agent = kit.start([...DRIVEN, '--session-id', SESSION])
  const prompts = [
    { content: 'look', contexts: REFERENCES },
    { content: `${FILE_BLOCK}look again`, contexts: [FILE] },
    { content: [{ type: 'text', text: 'and again' }], contexts: [FILE] },
    { content: 'plain words' },
  ]
  for (const [index, { content, contexts }] of prompts.entries()) {
    const frame = { type: 'user', message: { role: 'user', content }, ...(contexts && { contexts }) }
    agent.child.stdin.write(`${JSON.stringify(frame)}\n`)
    await agent.until(() => agent.events.filter(({ type }) => type === 'result').length > index)
  }
  agent.hush()
  expect(await agent.ended).toMatchObject({ code: 0, isTimeout: false })
  heard = agent.events
}, 60_000)
afterAll(() => kit.close())

describe('context on a frame of stream-json', () => {
  requirement(
    [
      ...['000:400', '000:426-436', '000:456-482', '000:491'],
      ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map(letter => `000:440-450${letter}`),
    ],
    'is read by the model as the quote block at the head of the prompt, and stored with its data',
    async () => {
      expect(listRefusals(kit.simulator)).toEqual([])
      const sent = kit.simulator.log.all().flatMap(({ request }) => (request ? [request] : []))
      const last = JSON.stringify(sent.at(-1)?.messages)
      for (const words of [
        `${BLOCK}look`,
        `${FILE_BLOCK}look again`,
        `${FILE_BLOCK}and again`,
        'plain words',
      ])
        expect(last).toContain(JSON.stringify(words).slice(1, -1))
      // A prompt that was rendered by its host is not rendered again, and one without references has no block.
      expect(last.split('上下文资料')).toHaveLength(4)
      const stored = readLogs(kit.root).filter(({ type, isMeta }) => type === 'user' && isMeta !== true)
      expect(stored.map(({ contexts, message }) => ({ contexts, message }))).toMatchObject([
        { contexts: REFERENCES, message: { content: `${BLOCK}look` } },
        { contexts: [FILE], message: { content: `${FILE_BLOCK}look again` } },
        { contexts: [FILE], message: { content: [{ type: 'text', text: `${FILE_BLOCK}and again` }] } },
        { contexts: undefined, message: { content: 'plain words' } },
      ])
      const replayed = heard.filter(({ type, isReplay }) => type === 'user' && isReplay === true)
      expect(replayed.map(({ contexts }) => contexts)).toEqual([REFERENCES, [FILE], [FILE], undefined])
    },
  )

  requirement(
    ['000:415-422', '000:490'],
    'stands above the words in `antiphon show`, each with the sign of its kind',
    async () => {
      const { stdout } = await run('show', SESSION)
      expect(stdout).not.toContain('上下文资料')
      const lines = stdout.split('\n')
      const words = lines.findLastIndex(line => line.endsWith(' look') || line.trim() === 'look')
      for (const icon of Object.values(CONTEXT_ICONS)) {
        const place = lines.findIndex(line => line.includes(icon))
        expect(place).toBeGreaterThan(-1)
        expect(place).toBeLessThan(words)
      }
    },
  )

  requirement(
    ['000:503', '000:489'],
    'is counted by `antiphon context stats` and found by `antiphon search context:…`',
    async () => {
      const report = JSON.parse((await run('context', 'stats', '--json')).stdout)
      expect(report.total).toMatchObject({ times: 11, references: 9, prompts: 3, sessions: 1 })
      expect(report.rows[0]).toMatchObject({ kind: 'file', label: 'src/main/kotlin/Main.kt', times: 3 })
      expect(report.kinds.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(
        NINE.map(([kind]) => kind).toSorted(),
      )
      expect((await run('context', 'stats', SESSION)).stdout).toContain(
        '11 references to 9 things in 3 prompts of 1 session',
      )
      const find = async (...words: readonly string[]): Promise<readonly Line[]> =>
        JSON.parse((await run('search', ...words, '--json')).stdout)
      expect(await find('context:file')).toHaveLength(3)
      expect(await find('context:git')).toMatchObject([{ kind: 'prompt', references: REFERENCES }])
      expect(await find('上下文资料', 'kind:prompt', 'role:user')).toHaveLength(3)
      expect((await run('search', 'context:cloud')).stderr).toContain('none of file, web, folder')
    },
  )

  requirement('000:488', 'is read back by `antiphon context parse` as it was given', async () => {
    const child = startAntiphon(['context', 'parse', '--json'], kit.env, kit.folder)
    child.stdin.end(`${BLOCK}look`)
    const { references, text } = JSON.parse((await collect(child)).stdout)
    expect(text).toBe('look')
    const shown = REFERENCES.map(({ type }) => type)
    expect(references.map(({ type }: ContextReference) => type)).toEqual(shown)
  })
})
