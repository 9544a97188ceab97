import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSdkMcpServer, tool } from '@anthropic-ai/claude-agent-sdk'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  createSdkBench,
  isAlive,
  listQueryMethods,
  say,
  textsOf,
  toolResultsOf,
  toRun,
  until,
  within,
} from './sdk-bench.ts'
import type { SdkMessage, SdkMethod, SdkPrompt, SdkQuery } from './sdk-types.ts'

const bench = createSdkBench()

/** Prompts that are said when the test wants to. */
function createMouth(): { readonly prompts: AsyncIterable<SdkPrompt>; say(text: string): void; end(): void } {
  const waiting: SdkPrompt[] = []
  let isEnded = false
  return {
    say: text => void waiting.push(say(text)),
    end: () => {
      isEnded = true
    },
    prompts: (async function* () {
      while (true) {
        await until(() => waiting.length > 0 || isEnded, 'a prompt')
        const next = waiting.shift()
        if (!next) return
        yield next
      }
    })(),
  }
}

/** Those that other tests use all the time are not asked here. */
function isAsked(method: string): boolean {
  return !['interrupt', 'initializationResult', 'streamInput', 'close'].includes(method)
}

/** Reads a query in the background. */
function listen(query: SdkQuery): {
  readonly messages: readonly SdkMessage[]
  readonly ended: Promise<unknown>
} {
  const messages: SdkMessage[] = []
  const ended = (async () => {
    for await (const message of query) messages.push(message)
  })().catch((error: unknown) => error)
  return { messages, ended }
}

const sleep = {
  calls: [{ name: 'Bash', input: { command: 'echo $$ > pid; exec sleep 30' }, id: 'toolu_sleep' }],
}

/** The process that `sleep` started. */
async function calledProcess(): Promise<number> {
  const file = join(bench.folder(), 'pid')
  await until(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'), 'the call')
  return Number(readFileSync(file, 'utf8'))
}

describe('a query of the official SDK', () => {
  it('answers every question that it can be asked, or says that it cannot', async () => {
    writeFileSync(join(bench.folder(), 'a.txt'), 'alpha\n')
    await bench.script('One.', 'Two.')
    const mouth = createMouth()
    const query = bench.query(mouth.prompts)
    const { messages, ended } = listen(query)
    mouth.say('hi')
    await until(() => messages.some(({ type }) => type === 'result'), 'the first result')
    const outcomes: Record<string, string> = {}
    const ask = async (method: SdkMethod, ...given: readonly unknown[]): Promise<unknown> => {
      try {
        const answer = await within(query[method](...given), method, 20_000)
        outcomes[method] = 'answers'
        return answer
      } catch (error) {
        outcomes[method] = `says: ${(error as Error).message}`
        return null
      }
    }
    expect(await ask('supportedModels')).toContainEqual(expect.objectContaining({ value: 'default' }))
    expect(await ask('supportedAgents')).toContainEqual(expect.objectContaining({ name: 'general-purpose' }))
    const commands = (await ask('supportedCommands')) as readonly { readonly name: string }[]
    expect(commands).toContainEqual({
      name: 'compact',
      description: expect.any(String),
      argumentHint: '[what the summary shall keep]',
      builtin: true,
      kind: 'local',
      source: 'built-in',
      chinese: { description: expect.any(String), argumentHint: '[总结要保留的内容]' },
    })
    // What needs a face is not supported over a pipe.
    const names = commands.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['cost', 'status', 'doctor', 'export', 'search', 'fork']))
    expect(names).not.toContain('theme')
    expect(await ask('accountInfo')).toMatchObject({ apiKeySource: 'ANTHROPIC_API_KEY' })
    expect(await ask('reinitialize')).toMatchObject({ models: expect.any(Array) })
    expect(await ask('mcpServerStatus')).toEqual([])
    expect(await ask('getContextUsage')).toMatchObject({
      totalTokens: expect.any(Number),
      categories: expect.any(Array),
    })
    await ask('usage_EXPERIMENTAL_MAY_CHANGE_DO_NOT_RELY_ON_THIS_API_YET')
    await ask('setPermissionMode', 'acceptEdits')
    await ask('setModel', 'claude-sonnet-4-6')
    await ask('setMaxThinkingTokens', null)
    await ask('setMcpPermissionModeOverride', 'none', null)
    await ask('applyFlagSettings', { permissions: { deny: ['Bash(rm:*)'] } })
    await ask('updateSettings', 'localSettings', { outputStyle: 'default' })
    expect(await ask('readFile', 'a.txt')).toMatchObject({
      contents: 'alpha\n',
      absPath: join(bench.folder(), 'a.txt'),
    })
    await ask('reloadPlugins')
    await ask('reloadSkills')
    await ask('reloadOutputStyles')
    await ask('rewindFiles', 'a5a7dd6a-8d73-4c8e-9a87-5f5c0f6a4a11', { dryRun: true })
    await ask('seedReadState', join(bench.folder(), 'a.txt'), Date.now())
    await ask('setMcpServers', {})
    await ask('reconnectMcpServer', 'nobody')
    await ask('toggleMcpServer', 'nobody', false)
    await ask('readMcpResource', 'nobody', 'ui://nothing')
    await ask('stopTask', 'nobody')
    await ask('backgroundTasks')
    expect(Object.keys(outcomes).sort()).toEqual(listQueryMethods().filter(isAsked).sort())
    expect(
      Object.fromEntries(Object.entries(outcomes).filter(([, outcome]) => outcome !== 'answers')),
    ).toEqual({
      setMcpPermissionModeOverride: expect.stringContaining('Unsupported control request'),
      updateSettings: expect.stringContaining('does not read local settings'),
      reconnectMcpServer: expect.stringContaining('no MCP server nobody'),
      toggleMcpServer: expect.stringContaining('no MCP server nobody'),
      readMcpResource: expect.stringContaining('no MCP server nobody'),
      stopTask: expect.stringContaining('nobody'),
    })
    mouth.say('again')
    await until(() => messages.filter(({ type }) => type === 'result').length === 2, 'the second result')
    const inits = messages.filter(({ subtype }) => subtype === 'init')
    expect(inits.at(-1)).toMatchObject({ model: 'claude-sonnet-4-6', permissionMode: 'acceptEdits' })
    expect(bench.simulator().log.all().at(-1)?.request?.model).toBe('claude-sonnet-4-6')
    mouth.end()
    expect(await within(ended, 'the end')).toBe(undefined)
  })

  it('is interrupted in a call, says so, and goes on with the next prompt', async () => {
    await bench.script(sleep, 'I was interrupted, I see.')
    const mouth = createMouth()
    const query = bench.query(mouth.prompts, { allowedTools: ['Bash'] })
    const { messages, ended } = listen(query)
    mouth.say('sleep')
    await until(() => messages.some(({ type }) => type === 'assistant'), 'the call')
    await within(query.interrupt(), 'the interruption')
    await until(() => messages.some(({ type }) => type === 'result'), 'the result')
    mouth.say('and now?')
    await until(() => messages.filter(({ type }) => type === 'result').length === 2, 'the second result')
    mouth.end()
    await within(ended, 'the end')
    const { results } = toRun(messages)
    expect(results).toMatchObject([
      { subtype: 'error_during_execution' },
      { subtype: 'success', result: 'I was interrupted, I see.' },
    ])
    expect(
      bench
        .simulator()
        .log.all()
        .flatMap(({ refusal }) => refusal ?? []),
    ).toEqual([])
  })

  it('is interrupted while its host thinks about a permission, and the host hears of it', async () => {
    await bench.script(
      { calls: [{ name: 'Bash', input: { command: 'touch one' }, id: 'toolu_1' }] },
      'Then not.',
    )
    const mouth = createMouth()
    const signals: AbortSignal[] = []
    const query = bench.query(mouth.prompts, {
      canUseTool: (_name: string, _input: object, { signal }: { signal: AbortSignal }) => {
        signals.push(signal)
        return new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(new Error('taken back'))),
        )
      },
    })
    const { messages, ended } = listen(query)
    mouth.say('go')
    await until(() => signals.length === 1, 'the question')
    await within(query.interrupt(), 'the interruption')
    await until(() => messages.some(({ type }) => type === 'result'), 'the result')
    expect(signals[0]?.aborted).toBe(true)
    mouth.say('and now?')
    await until(() => messages.filter(({ type }) => type === 'result').length === 2, 'the second result')
    mouth.end()
    await within(ended, 'the end')
    expect(textsOf(messages)).toEqual(['Then not.'])
    expect(
      bench
        .simulator()
        .log.all()
        .flatMap(({ refusal }) => refusal ?? []),
    ).toEqual([])
  })

  it('is interrupted while the model speaks, and keeps what was said', async () => {
    await bench.script({ text: 'word '.repeat(400), pace: 20 }, 'Go on.')
    const mouth = createMouth()
    const query = bench.query(mouth.prompts, { includePartialMessages: true })
    const { messages, ended } = listen(query)
    mouth.say('speak')
    await until(() => messages.some(({ event }) => event?.type === 'content_block_delta'), 'the first words')
    await within(query.interrupt(), 'the interruption')
    await until(() => messages.some(({ type }) => type === 'result'), 'the result')
    mouth.say('and now?')
    await until(() => messages.filter(({ type }) => type === 'result').length === 2, 'the second result')
    mouth.end()
    await within(ended, 'the end')
    expect(toRun(messages).results).toMatchObject([
      { subtype: 'error_during_execution' },
      { subtype: 'success', result: 'Go on.' },
    ])
    expect(
      bench
        .simulator()
        .log.all()
        .flatMap(({ refusal }) => refusal ?? []),
    ).toEqual([])
  })

  it('gets a server of its host in the middle, and its tools with it', async () => {
    await bench.script(
      'One.',
      { calls: [{ name: 'mcp__late__greet', id: 'toolu_late', input: { name: 'Ada' } }] },
      'Greeted.',
    )
    const mouth = createMouth()
    const query = bench.query(mouth.prompts, { allowedTools: ['mcp__late'] })
    const { messages, ended } = listen(query)
    mouth.say('hi')
    await until(() => messages.some(({ type }) => type === 'result'), 'the result')
    const late = createSdkMcpServer({
      name: 'late',
      tools: [
        tool('greet', 'greets', { name: z.string() }, async ({ name }) => ({
          content: [{ type: 'text', text: `Hello, ${name}.` }],
        })),
      ],
    })
    expect(await within(query.setMcpServers({ late }), 'the server')).toMatchObject({ added: ['late'] })
    expect(await within(query.mcpServerStatus(), 'the state')).toMatchObject([
      { name: 'late', status: 'connected' },
    ])
    mouth.say('greet Ada')
    await until(() => messages.filter(({ type }) => type === 'result').length === 2, 'the second result')
    mouth.end()
    await within(ended, 'the end')
    expect(JSON.stringify(toolResultsOf(messages))).toContain('Hello, Ada.')
  })

  it('that is aborted ends, and its process and what that started with it', async () => {
    await bench.script(sleep)
    const abortController = new AbortController()
    const query = bench.query('sleep', { allowedTools: ['Bash'], abortController })
    const { messages, ended } = listen(query)
    const { pid } = await query.initializationResult()
    const called = await calledProcess()
    abortController.abort()
    await within(ended, 'the end')
    await until(() => !isAlive(pid), 'the end of the process')
    await until(() => !isAlive(called), 'the end of what it called')
    expect(toRun(messages).results).toEqual([])
  })

  it('that nobody reads any more ends in the middle, and its process is gone', async () => {
    await bench.script({ text: 'Let me see.', ...sleep })
    const query = bench.query('sleep', { allowedTools: ['Bash'] })
    const { pid } = await query.initializationResult()
    const said: string[] = []
    for await (const message of query) {
      said.push(...textsOf([message]))
      if (message.message?.content[0].type === 'tool_use') break
    }
    expect(said).toEqual(['Let me see.'])
    await until(() => !isAlive(pid), 'the end of the process')
  })

  it('that is closed ends, and its process is gone', async () => {
    await bench.script(sleep)
    const query = bench.query('sleep', { allowedTools: ['Bash'] })
    const { messages, ended } = listen(query)
    const { pid } = await query.initializationResult()
    const called = await calledProcess()
    query.close()
    await within(ended, 'the end')
    await until(() => !isAlive(pid), 'the end of the process')
    await until(() => !isAlive(called), 'the end of what it called')
    expect(messages.at(-1)?.type).toBe('assistant')
  })
})
