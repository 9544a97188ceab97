import { REJECT_MESSAGE, REJECT_MESSAGE_WITH_REASON_PREFIX } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { createDemoModel } from './create-demo-model.ts'
import { tool } from './testing/claude-code-tools.ts'
import { converse, TURN, toRequest } from './testing/converse.ts'

describe('the demo', () => {
  it.each([
    ['hello', /demo without a language model.*ANTHROPIC_API_KEY[\s\S]*Hello!/],
    ['你好', /没有语言模型的演示.*ANTHROPIC_API_KEY[\s\S]*你好/],
    ['sing a song', /demo without a language model[\s\S]*- read README\.md and package\.json/],
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

  it.each([
    ['thanks!', /You are welcome/],
    ['谢谢', /不客气/],
    ['who are you?', /rules, not a language model/],
    ['你是谁？', /靠规则工作/],
    ['help', /replace “foo” by “bar”/],
    ['你会做什么？', /把 notes\.md/],
  ])('has a little small talk: %s', async (prompt, expected) => {
    const { text, calls } = await converse(prompt)
    expect(text).toMatch(expected)
    expect(calls).toEqual([])
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

  it('works a plan off and keeps its list up to date', async () => {
    const { calls, text } = await converse('plan: list the files; make coffee; search for TODO')
    const statuses = calls.map(([list]) => JSON.stringify(list?.input).match(/(?<="status":")\w+/g))
    expect(calls.map(round => round.map(({ name }) => name))).toEqual([
      ['TodoWrite', 'Glob'],
      ['TodoWrite', 'Grep'],
      ['TodoWrite'],
    ])
    expect(statuses).toEqual([
      ['in_progress', 'pending', 'pending'],
      ['completed', 'pending', 'in_progress'],
      ['completed', 'pending', 'completed'],
    ])
    expect(text).toMatch(/2 of 3 steps[\s\S]*- \[ \] make coffee — this step needs a real model/)
  })

  it('sums up what it read', async () => {
    const { text } = await converse('read a.ts', {
      runTool: () =>
        '     1→export function go() {}\n     2→# not\n     3→\n<system-reminder>be good</system-reminder>',
    })
    expect(text).toMatch(/`a\.ts` has 2 lines, with `go`\./)
    expect(text).not.toMatch(/be good|1→/)
  })

  it.each([
    ['search for x', 'No matches found', /Nothing matches `x`/],
    ['搜索 x', 'No files found', /没有找到 `x`/],
    ['run true', '', /`true` ran and printed nothing/],
    ['list the files', 'a.ts\nb.ts\nc.md', /3 entries \(2 \.ts, 1 \.md\)/],
    ['列出文件', 'a.ts', /共 1 项/],
  ])('reads results: %s', async (prompt, result, expected) => {
    expect((await converse(prompt, { runTool: () => result })).text).toMatch(expected)
  })

  it.each([
    ['read nope.ts', 'File does not exist.', /could not read nope\.ts.*nothing at that path/],
    ['读取 nope.ts', 'ENOENT: no such file', /没能读取 nope\.ts.*这个路径下没有内容/],
    ['run foo', 'Exit code 127\nfoo: command not found', /not installed here/],
    ['运行 foo', 'Exit code 1\nTraceback', /以错误结束/],
  ])('explains errors: %s', async (prompt, error, expected) => {
    const { text, calls } = await converse(prompt, { runTool: () => ({ error }) })
    expect(text).toMatch(expected)
    expect(calls).toHaveLength(1)
  })

  it('leaves out what needed a step that failed, and does the rest', async () => {
    const { calls, text } = await converse('create a.py that prints a, then run it, then list the files', {
      runTool: ({ name }) => (name === 'Write' ? { error: 'EACCES: permission denied' } : 'a.ts'),
    })
    expect(calls.flat().map(({ name }) => name)).toEqual(['Write', 'Glob'])
    expect(text).toMatch(/left out “run it”/)
  })

  it.each([
    [REJECT_MESSAGE, /not allowed, so I stop here/],
    [
      `${REJECT_MESSAGE_WITH_REASON_PREFIX}use make instead`,
      /You said: “use make instead”\. It was not allowed/,
    ],
    ['Permission to use Bash has been denied. IMPORTANT: …', /not allowed/],
  ])('stops where a call is refused: %s', async (error, expected) => {
    const { calls, text } = await converse('run ls, then list the files', { runTool: () => ({ error }) })
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

  it('says which tool it lacks', async () => {
    expect((await converse('run ls', { request: { tools: [tool('Weather', {}, [])] } })).text).toMatch(
      /cannot run ls: I have no tool for it \(this request offers only Weather\)/,
    )
    expect((await converse('列出文件', { request: { tools: [] } })).text).toMatch(/没有提供任何工具/)
    expect((await converse('remember that x', { request: { tools: [] } })).text).toMatch(
      /Noted for this conversation/,
    )
  })

  it('remembers what it was told in the conversation', async () => {
    const { request } = await converse('remember that we use tabs')
    const messages = [...request.messages, { role: 'user', content: 'What do you remember?' } as const]
    expect((await converse(null, { request: { ...request, messages } })).text).toMatch(/- we use tabs/)
  })

  it('goes on with the wish before where it is told to go on', async () => {
    const first = await createDemoModel().answer(
      toRequest('search TODO, then write the result to a.md'),
      TURN,
    )
    const messages = [
      { role: 'user', content: 'search TODO, then write the result to a.md' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'Grep', input: {} }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 't1', content: 'x:1:TODO' },
          { type: 'text', text: '继续' },
        ],
      },
    ] as const
    expect(first.blocks.at(-1)).toMatchObject({ name: 'Grep' })
    expect((await createDemoModel().answer(toRequest(null, { messages }), TURN)).blocks.at(-1)).toMatchObject(
      { name: 'Write', input: { content: 'x:1:TODO\n' } },
    )
  })

  it('proposes before it changes something in plan mode', async () => {
    const content = [
      { type: 'text', text: '<system-reminder>Plan mode is active. Do not edit.</system-reminder>' },
      { type: 'text', text: 'search TODO and then write the result to a.md' },
    ] as const
    const messages = [{ role: 'user', content }] as const
    const approved = await converse(null, { request: { messages } })
    expect(approved.calls.flat().map(({ name }) => name)).toEqual(['Grep', 'ExitPlanMode', 'Write'])
    expect(approved.calls[1]?.[0]?.input).toMatchObject({ plan: '1. write the result to a.md' })
    const refused = await converse(null, {
      request: { messages },
      runTool: ({ name }) => (name === 'ExitPlanMode' ? { error: REJECT_MESSAGE } : 'ok'),
    })
    expect(refused.calls.flat().map(({ name }) => name)).toEqual(['Grep', 'ExitPlanMode'])
  })

  it('ends though no rule foresaw what the tools say', async () => {
    const { answers, text } = await converse('plan: run a; run b; run c; run d; run e; run f; run g; run h', {
      runTool: () => ({ error: 'boom' }),
    })
    expect(answers.length).toBeLessThan(12)
    expect(text).toMatch(/0 of 8 steps/)
  })
})
