import { fileURLToPath } from 'node:url'
import type { ApiRequest } from '@antiphon/contract'
import type { ScriptReply } from '@antiphon/simulator'
import { describe, expect } from 'vitest'
import { type HeadlessKit, listBlocks, listRefusals, readLogs } from '../headless-kit.ts'
import { requirement } from './requirement.ts'
import { setUpScripted } from './scripted-kit.ts'

const open = setUpScripted()

const SERVER = fileURLToPath(
  new URL('../../../engine/src/mcp/testing/many-tools-server.mjs', import.meta.url),
)
const NAME = 'mcp__many__tool_77'
const REFERENCE = { type: 'tool_reference', tool_name: NAME }

/** What the command line says about a server with so many tools. */
function serving(count: number): readonly string[] {
  const many = { command: process.execPath, args: [SERVER, String(count)] }
  return [
    '--mcp-config',
    JSON.stringify({ mcpServers: { many } }),
    '--strict-mcp-config',
    '--allowedTools',
    NAME,
  ]
}

const call = (id: string, name: string, input: { readonly [field: string]: string }): ScriptReply => ({
  calls: [{ id, name, input }],
})

async function run(
  kit: HeadlessKit,
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  stderr: unknown = '',
): Promise<string> {
  const agent = kit.start(
    [...argv, '--model', 'claude-haiku-4-5', '--output-format', 'stream-json', '--verbose'],
    {
      env,
    },
  )
  agent.hush()
  expect(await agent.ended).toMatchObject({ code: 0, stderr })
  return String(agent.events.at(-1)?.session_id)
}

/** The conversation's requests, without the marks of the cache, which move on. */
function requestsOf({ simulator }: HeadlessKit): readonly ApiRequest[] {
  return simulator.log
    .all()
    .flatMap(({ request }) =>
      request
        ? [JSON.parse(JSON.stringify(request, (key, value) => (key === 'cache_control' ? undefined : value)))]
        : [],
    )
}

const namesOf = ({ tools = [] }: ApiRequest, isDeferred: boolean) =>
  tools.flatMap(({ name, defer_loading }) => ((defer_loading === true) === isDeferred ? [name] : []))

describe('tool search', () => {
  requirement(
    ['001:76', '001:76-83'],
    'many tools of servers are deferred, one is found by ToolSearch, called, and stays in the log and in every later request',
    async () => {
      const kit = await open(
        call('toolu_find', 'ToolSearch', { query: `select:${NAME}` }),
        call('toolu_call', NAME, { text: 'hello' }),
        'Done.',
        'Again.',
        'Still.',
      )
      const session = await run(kit, ['-p', 'say hello', ...serving(120)], { ENABLE_TOOL_SEARCH: 'auto' })
      const log = readLogs(kit.root)
      const resultOf = (id: string) =>
        listBlocks(log).find(block => block.type === 'tool_result' && block.tool_use_id === id)?.content
      expect(resultOf('toolu_find')).toEqual([REFERENCE])
      expect(JSON.stringify(resultOf('toolu_call'))).toContain('tool_77 says hello')
      expect(log).toContainEqual(
        expect.objectContaining({
          attachment: expect.objectContaining({
            type: 'deferred_tools_delta',
            addedNames: expect.arrayContaining([NAME]),
          }),
        }),
      )
      const requests = requestsOf(kit)
      expect(requests).toHaveLength(3)
      const [first, second, third] = requests as [ApiRequest, ApiRequest, ApiRequest]
      expect(namesOf(first, true)).toHaveLength(120)
      expect(namesOf(first, false)).toContain('ToolSearch')
      expect(JSON.stringify(first.messages)).toContain(NAME)
      expect(JSON.stringify(second.messages.at(-1))).toContain(JSON.stringify(REFERENCE))
      // Law: what was sent is sent again, definitions and messages.
      for (const [before, after] of [
        [first, second],
        [second, third],
      ] as const) {
        expect(after.tools).toEqual(before.tools)
        expect(after.messages.slice(0, before.messages.length)).toEqual(before.messages)
      }

      // Switched off, the definitions are all there, the search is not, and the reference is a note.
      const repaired = expect.stringContaining(`1 replaced (TRF-01: reference to the tool ${NAME})`)
      await run(
        kit,
        ['-p', 'again', '--resume', session, ...serving(120)],
        { ENABLE_TOOL_SEARCH: 'false' },
        repaired,
      )
      const off = requestsOf(kit).at(-1) as ApiRequest
      expect(namesOf(off, true)).toEqual([])
      expect(namesOf(off, false)).toContain(NAME)
      expect(namesOf(off, false)).not.toContain('ToolSearch')
      expect(JSON.stringify(off.messages)).not.toContain('tool_reference')
      expect(JSON.stringify(off.messages)).toContain(`[the tool ${NAME} can be called]`)

      // And with few tools nothing is deferred, and there is nothing to search for.
      await run(kit, ['-p', 'hi', ...serving(3)], { ENABLE_TOOL_SEARCH: 'auto' })
      const few = requestsOf(kit).at(-1) as ApiRequest
      expect([namesOf(few, true), namesOf(few, false).includes('ToolSearch')]).toEqual([[], false])
      expect(namesOf(few, false)).toContain('mcp__many__tool_2')
      expect(listRefusals(kit.simulator)).toEqual([])
    },
  )
})
