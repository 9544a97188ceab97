import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonObject } from '@antiphon/contract'
import { afterAll, describe, expect } from 'vitest'
import { type HeadlessKit, listBlocks, listRefusals, readLogs } from '../headless-kit.ts'
import { spawnAntiphon } from '../spawn-antiphon.ts'
import { findByBlock, type ProductRun, type RunProductOptions, runProduct, sentTo } from './fields-kit.ts'
import { requirement } from './requirement.ts'

const kits: HeadlessKit[] = []
afterAll(() => Promise.all(kits.map(kit => kit.close())))

async function run(options: RunProductOptions): Promise<ProductRun> {
  const ran = await runProduct(options)
  kits.push(ran.kit)
  return ran
}

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const image: JsonObject = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } }
const SERVER = fileURLToPath(new URL('../../../engine/src/mcp/testing/stdio-server.mjs', import.meta.url))
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

describe('fields of messages', () => {
  requirement(
    ['000:93', '003:72', '003:74', '003:71', '003:67-70', '000:107-115', '000:113', '000:136-138'],
    'are in the log and on the wire: who asked, how, with what, and what the API and a server said',
    async () => {
      const { wire, log, kit } = await run({
        prompts: [
          [{ type: 'text', text: 'look' }, image, image],
          [{ type: 'text', text: 'and' }, image],
        ],
        replies: [
          { calls: [{ name: 'mcp__kit__structured' }] },
          { calls: [{ name: 'Task', input: { description: 'a task', prompt: 'say yes' } }] },
          'Yes.',
          'Done.',
          'Seen.',
        ],
        argv: [
          ...['--mcp-config', JSON.stringify({ mcpServers: { kit: { command: 'node', args: [SERVER] } } })],
          ...['--allowedTools', 'mcp__kit__structured,Task', '--permission-mode', 'acceptEdits'],
        ],
      })
      expect(listRefusals(kit.simulator)).toEqual([])
      const main = log.filter(({ isSidechain }) => isSidechain !== true)

      const ids = kit.simulator.log.all().map(({ requestId }) => requestId)
      const answers = main.filter(({ type }) => type === 'assistant')
      const named = [ids[0], ids[1], ids[3], ids[4]]
      expect(answers.map(({ requestId }) => requestId)).toEqual(named)
      expect(wire.filter(({ type }) => type === 'assistant').map(({ request_id: id }) => id)).toEqual(named)

      const prompts = main.filter(({ type, origin }) => type === 'user' && origin !== undefined)
      expect(prompts).toMatchObject([
        { origin: { kind: 'human' }, permissionMode: 'acceptEdits', imagePasteIds: [1, 2] },
        { origin: { kind: 'human' }, permissionMode: 'acceptEdits', imagePasteIds: [3] },
      ])
      expect(readLogs(kit.root, '.jsonl').find(({ isSidechain }) => isSidechain === true)).toMatchObject({
        type: 'user',
        origin: { kind: 'agent' },
      })
      expect(findByBlock(main, 'tool_result')).toMatchObject({
        mcpMeta: { _meta: { took: 1 }, structuredContent: { sum: 3 } },
      })

      // Stored once for each time that the session is opened, told at each turn, sent never.
      const told = wire.filter(({ subtype }) => subtype === 'init')
      const stored = main.filter(({ subtype }) => subtype === 'init')
      expect([told.length, stored.length]).toEqual([2, 1])
      expect(stored[0]).toMatchObject({
        type: 'system',
        timestamp: expect.stringMatching(TIME),
        version: expect.any(String),
        cwd: told[0]?.cwd,
        tools: told[0]?.tools,
        model: told[0]?.model,
        permissionMode: 'acceptEdits',
        mcp_servers: [{ name: 'kit', status: 'connected' }],
        apiKeySource: 'user',
      })
      expect(told[0]?.apiKeySource).toBe('ANTHROPIC_API_KEY')
      expect(sentTo(kit).join()).not.toContain('apiKeySource')

      const results = wire.filter(({ type }) => type === 'result')
      expect(results).toHaveLength(2)
      for (const result of results)
        expect(result).toMatchObject({
          timestamp: expect.stringMatching(TIME),
          session_id: stored[0]?.sessionId,
        })
    },
  )

  requirement(
    ['003:135', '003:136', '003:137'],
    'tell what kind of failure an API error is, and a stream counts it',
    async () => {
      const { wire, log, ended } = await run({
        prompts: ['hello'],
        replies: [],
        simulator: { apiKey: 'another' },
      })
      expect(log.find(({ isApiErrorMessage }) => isApiErrorMessage === true)).toMatchObject({
        message: { model: '<synthetic>', content: [{ text: 'API Error: 401 invalid x-api-key' }] },
        error: 'authentication_failed',
        apiError: 'authentication',
        apiErrorStatus: 401,
        errorDetails: 'invalid x-api-key',
        requestId: expect.stringMatching(/^req_/),
      })
      expect(wire.find(({ type }) => type === 'assistant')).toMatchObject({ error: 'authentication_failed' })
      expect(ended.code).toBe(1)
      const lines = wire.map(event => JSON.stringify(event)).join('\n')
      expect((await spawnAntiphon(['stream'], lines)).stdout).toContain('1 API error')
      const { stdout } = await spawnAntiphon(['stream', '--json'], lines)
      expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
        statistics: { errors: { answers: 1, results: 1 } },
      })
    },
  )

  requirement(['003:82b', '003:135'], 'send the model on at its output limit, and give up', async () => {
    const cut = { text: 'A part', stopReason: 'max_tokens' }
    const { wire, log, kit } = await run({
      prompts: ['write'],
      replies: [cut, cut, cut, cut],
      // Who does not wait for the disk finds everything on it at the end all the same.
      argv: ['--bare'],
    })
    const metas = log.filter(({ type, isMeta }) => type === 'user' && isMeta === true)
    expect(metas).toHaveLength(3)
    expect(metas[0]).toMatchObject({
      message: { content: expect.stringMatching(/^Output token limit hit\. /) },
      origin: { kind: 'system' },
    })
    expect(sentTo(kit)[1]).toContain('Output token limit hit. ')
    expect(log.find(({ isApiErrorMessage }) => isApiErrorMessage === true)).toMatchObject({
      apiError: 'max_output_tokens',
      error: 'max_output_tokens',
    })
    expect(wire.find(({ type }) => type === 'result')).toMatchObject({ is_error: true })
  })

  requirement('003:221-222', 'say at which call a hook stopped the turn, and that it did', async () => {
    const hooks = (event: string, output: object): object => ({
      [event]: [{ hooks: [{ type: 'command', command: `echo '${JSON.stringify(output)}'` }] }],
    })
    const stop = { continue: false, stopReason: 'enough of that' }
    const { wire, log, kit } = await run({
      prompts: ['go'],
      replies: [{ calls: [{ name: 'Bash', input: { command: 'true' }, id: 'toolu_stopped' }] }, 'Never.'],
      argv: ['--allowedTools', 'Bash', '--settings', JSON.stringify({ hooks: hooks('PostToolUse', stop) })],
    })
    expect(log.find(({ subtype }) => subtype === 'informational')).toMatchObject({
      content: 'enough of that',
      level: 'warning',
      toolUseID: 'toolu_stopped',
      preventContinuation: true,
    })
    expect(wire.find(({ subtype }) => subtype === 'informational')).toMatchObject({
      tool_use_id: 'toolu_stopped',
      prevent_continuation: true,
    })
    expect(sentTo(kit)).toHaveLength(1)
  })

  requirement(['003:84', '003:73'], 'mark the summary of a compaction, and what it stands for', async () => {
    const { log, kit } = await run({
      prompts: ['first', 'second'],
      replies: [{ text: 'Much.', usage: { input_tokens: 5_000_000 } }, 'A summary of it.', 'On.'],
    })
    expect(listRefusals(kit.simulator)).toEqual([])
    expect(log.find(({ isCompactSummary }) => isCompactSummary === true)).toMatchObject({
      type: 'user',
      isMeta: true,
      message: { content: expect.stringContaining('A summary of it.') },
      summarizeMetadata: { messagesSummarized: expect.any(Number) },
    })
    const next = kit.start(['-p', '-c', 'third', '--output-format', 'json'])
    next.hush()
    expect((await next.ended).code).toBe(0)
    // It is meta, and still what a session goes on from.
    expect(sentTo(kit).at(-1)).toContain('A summary of it.')
    expect(sentTo(kit).at(-1)).not.toContain('Much.')
  })

  requirement('003:140-141', 'name the advisor, and keep notes to the view from people', async () => {
    const refusal = 'messages.0.content.1.image.source.base64: image was too large'
    const { wire, log, kit } = await run({
      prompts: [[{ type: 'text', text: 'look' }, image]],
      replies: ['Nothing to see.'],
      argv: ['--advisor', 'claude-opus-4-6'],
      simulator: { faults: [{ fault: { kind: 'error', status: 400, message: refusal } }] },
    })
    expect(log.filter(({ type }) => type === 'assistant')).toMatchObject([
      { isApiErrorMessage: true, isMeta: true, error: 'invalid_request', apiError: 'invalid_request' },
      { advisorModel: 'claude-opus-4-6' },
    ])
    const [, second] = kit.simulator.log.all()
    expect(second?.headers['anthropic-beta']).toContain('advisor-tool-2026-03-01')
    expect(second?.request?.tools).toContainEqual(
      expect.objectContaining({ type: 'advisor_20260301', model: 'claude-opus-4-6' }),
    )
    expect(JSON.stringify(second?.request)).not.toContain(PIXEL)
    // The person reads what happened; the note is no answer.
    expect(wire.filter(({ type }) => type === 'assistant')).toHaveLength(1)
    expect(wire.find(({ subtype }) => subtype === 'informational')).toMatchObject({
      content: expect.stringContaining('asking again without it'),
    })
  })

  requirement(
    ['001:37', '003:274'],
    'show calls that another call makes, and neither send nor store them',
    async () => {
      const { wire, log, kit } = await run({
        prompts: ['do it'],
        replies: [
          {
            calls: [
              {
                name: 'REPL',
                id: 'toolu_repl',
                input: {
                  calls: [
                    { tool: 'Write', input: { file_path: 'a.txt', content: 'the words' }, quiet: true },
                    { tool: 'Read', input: { file_path: 'a.txt' } },
                    { tool: 'Read', input: { file_path: 'missing.txt' } },
                    { tool: 'Read', input: { file_path: 'a.txt' } },
                  ],
                },
              },
            ],
          },
          'Done.',
        ],
        argv: ['--tools', 'Read,Write,REPL', '--permission-mode', 'acceptEdits'],
      })
      expect(listRefusals(kit.simulator)).toEqual([])
      const shown = wire.filter(({ isVirtual }) => isVirtual === true)
      expect(shown.map(({ type }) => type)).toEqual([
        'assistant',
        'user',
        'assistant',
        'user',
        'assistant',
        'user',
      ])
      for (const event of shown) expect(event.parent_tool_use_id).toBe('toolu_repl')
      expect(listBlocks(shown)[3]).toMatchObject({ tool_use_id: 'toolu_repl-2' })
      expect(log.some(({ isVirtual }) => isVirtual === true)).toBe(false)
      const [result] = listBlocks(log).filter(({ type }) => type === 'tool_result')
      expect(result).toMatchObject({ tool_use_id: 'toolu_repl', is_error: true })
      const words = JSON.stringify(result)
      expect(words).toContain('1. Write: a.txt (9 B): done')
      expect(words).toContain('the words')
      expect(words).toContain('1 more not run.')
      expect(sentTo(kit)[1]).not.toContain('toolu_repl-1')
    },
  )

  requirement('004:453', 'let a script ask without waiting for the disk', async () => {
    const ask = async (...argv: readonly string[]): Promise<ProductRun> =>
      run({
        prompts: ['hello'],
        replies: ['Hello.'],
        argv,
        prepare({ root, folder }) {
          // A file stands where the folder of the session would have to be: nothing can be stored.
          mkdirSync(join(root, 'projects'))
          writeFileSync(join(root, 'projects', folder.replaceAll(/[^a-zA-Z0-9]/g, '-')), '')
        },
      })
    const [careful, bare] = await Promise.all([ask(), ask('--bare')])
    expect([sentTo(careful.kit).length, sentTo(bare.kit).length]).toEqual([0, 1])
    for (const { ended, wire } of [careful, bare]) {
      expect(ended.code).not.toBe(0)
      expect(wire.find(({ type }) => type === 'result')).toMatchObject({ is_error: true })
    }
  })
})
