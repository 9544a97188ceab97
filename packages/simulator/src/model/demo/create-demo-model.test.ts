import { REJECT_MESSAGE, REJECT_MESSAGE_WITH_REASON_PREFIX } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { tool } from './testing/claude-code-tools.ts'
import { converse } from './testing/converse.ts'

describe('the demo', () => {
  it.each([
    ['hello', /demo without a language model.*ANTHROPIC_API_KEY[\s\S]*Hello!/],
    ['你好', /没有语言模型的演示.*ANTHROPIC_API_KEY[\s\S]*你好/],
    ['sing a song', /demo without a language model[\s\S]*- read README\.md and package\.json/],
    ['what can you do?', /demo without a language model[\s\S]*replace “foo” by “bar”/],
    ['唱首歌', /没有语言模型的演示[\s\S]*- 读取 README\.md/],
  ])('says in its first answer what it is: %s', async (prompt, expected) => {
    expect((await converse(prompt)).text).toMatch(expected)
  })

  it('says it once, before its first calls', async () => {
    const { answers, text } = await converse('list the files')
    expect(
      answers[0]?.blocks.map(block => (block.type === 'text' ? block.text : block.type)).join(' '),
    ).toMatch(/demo without/)
    expect(text).not.toMatch(/demo without/)
  })

  it('thinks before it calls where the model thinks, and only there', async () => {
    const types = async (request: object): Promise<readonly string[]> => {
      const { answers } = await converse('list the files', { request })
      return answers[0]?.blocks.map(({ type }) => type) ?? []
    }
    expect(await types({ model: 'claude-opus-5-5' })).toEqual(['thinking', 'text', 'tool_use'])
    expect(await types({ model: 'claude-haiku-4-5' })).toEqual(['text', 'tool_use'])
    expect(
      await types({ model: 'claude-haiku-4-5', thinking: { type: 'enabled', budget_tokens: 1024 } }),
    ).toEqual(['thinking', 'text', 'tool_use'])
    expect(await types({ model: 'claude-opus-4-8', thinking: { type: 'disabled' } })).toEqual([
      'text',
      'tool_use',
    ])
  })

  it('sums up what it read', async () => {
    const { text } = await converse('read a.ts', {
      runTool: () =>
        '     1→export function go() {}\n     2→# not\n     3→\n<system-reminder>be good</system-reminder>',
    })
    expect(text).toMatch(/`a\.ts` has 2 lines\. It begins:\n```\nexport function go/)
    expect(text).not.toMatch(/be good|1→/)
  })

  it.each([
    ['search for x', 'No matches found', /nothing was found/],
    ['搜索 x', 'No files found', /没有找到/],
    ['run true', '', /`true` ran and printed nothing/],
    ['list the files', 'a.ts\nb.ts\nc.md', /3 entries:\n```\na\.ts/],
    ['list the files', 'a.ts', /1 entry:\n```\na\.ts/],
    ['列出文件', 'a.ts', /共 1 项/],
    [
      'read a.ts',
      '/srv/a.ts has not changed since you read it: the earlier result is still right.',
      /`a\.ts` is in this conversation already/,
    ],
  ])('reads results: %s', async (prompt, result, expected) => {
    expect((await converse(prompt, { runTool: () => result })).text).toMatch(expected)
  })

  it.each([
    ['read nope.ts', 'File does not exist.', /could not read nope\.ts.*“File does not exist/],
    ['读取 nope.ts', 'ENOENT: no such file', /没能读取 nope\.ts.*no such file/],
    ['run foo', 'Exit code 127\nfoo: command not found', /could not run foo.*command not found/],
    ['运行 foo', 'Exit code 1\nTraceback', /没能运行 foo.*Traceback/],
  ])('explains errors: %s', async (prompt, error, expected) => {
    const { text, calls } = await converse(prompt, { runTool: () => ({ error }) })
    expect(text).toMatch(expected)
    expect(calls).toHaveLength(1)
  })

  it.each([
    [REJECT_MESSAGE, /not allowed, so I stop here/],
    [
      `${REJECT_MESSAGE_WITH_REASON_PREFIX}use make instead`,
      /You said: “use make instead”\. It was not allowed/,
    ],
    ['Permission to use Bash has been denied. IMPORTANT: …', /not allowed/],
  ])('stops where a call is refused: %s', async (error, expected) => {
    const { calls, text } = await converse('run ls', { runTool: () => ({ error }) })
    expect(calls).toHaveLength(1)
    expect(text).toMatch(expected)
  })

  it('reads a file first where the tool wants it before it writes', async () => {
    let reads = 0
    const { calls, text } = await converse('write "x" to a.md', {
      runTool: ({ name }) => {
        if (name === 'Read') reads++
        return name === 'Write' && reads === 0
          ? { error: 'File has not been read yet. Read it first.' }
          : 'ok'
      },
    })
    expect(calls.flat().map(({ name }) => name)).toEqual(['Write', 'Read', 'Write'])
    expect(text).toMatch(/I wrote `a\.md`/)
  })

  it('changes nothing where the text is not in the file, and every place where it is more than once', async () => {
    const missing = await converse('replace foo by bar in a.ts', { runTool: () => 'nothing here' })
    expect(missing.calls.flat().map(({ name }) => name)).toEqual(['Read'])
    expect(missing.text).toMatch(/I changed nothing/)
    const twice = await converse('把 a.ts 里的 foo 改成 bar', { runTool: () => 'foo foo' })
    expect(twice.calls[1]?.[0]?.input).toMatchObject({ replace_all: true })
    expect(twice.text).toMatch(/2 处/)
  })

  it.each([
    '/srv/a.ts has not changed since you read it: the earlier result is still right.',
    'File unchanged since last read. The content from the earlier Read is still current.',
  ])('changes a file that was read before: %s', async unchanged => {
    const { calls, text } = await converse('replace foo by bar in a.ts', {
      runTool: ({ name }) => (name === 'Read' ? unchanged : 'ok'),
    })
    expect(calls.flat().map(({ name }) => name)).toEqual(['Read', 'Edit'])
    expect(text).toMatch(/I replaced “foo” by “bar” \(one place\)/)
  })

  it('says that it lacks a tool', async () => {
    expect((await converse('run ls', { request: { tools: [tool('Weather', {}, [])] } })).text).toMatch(
      /cannot run ls: this request offers no tool for it/,
    )
    expect((await converse('列出文件', { request: { tools: [] } })).text).toMatch(/没有提供合适的工具/)
  })

  it('lists and searches with a shell where there is nothing else', async () => {
    const tools = [
      tool('Bash', { command: { type: 'string' }, description: { type: 'string' } }, ['command']),
    ]
    const listed = await converse('list the files', { request: { tools }, runTool: () => 'a.ts' })
    expect(listed.calls[0]?.[0]?.input).toMatchObject({ command: 'ls .' })
    const searched = await converse("search for it's", {
      request: { tools },
      runTool: () => ({ error: 'Exit code 1' }),
    })
    expect(searched.calls[0]?.[0]?.input).toMatchObject({ command: "grep -rnF -e 'it'\\''s' ." })
    expect(searched.text).toMatch(/nothing was found/)
  })
})
