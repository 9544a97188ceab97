import { fileURLToPath } from 'node:url'
import { isObject } from '@antiphon/contract'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Line, listBlocks, readLogs } from '../headless-kit.ts'
import { requirement } from './requirement.ts'
import { attachmentsOf, createTalk, ofKind, startDialogue, type Talk } from './talk-kit.ts'

const SERVER = fileURLToPath(new URL('../../../engine/src/mcp/testing/stdio-server.mjs', import.meta.url))
const CONFIG = JSON.stringify({
  mcpServers: {
    plain: { command: process.execPath, args: [SERVER, 'plain'] },
    rich: { command: process.execPath, args: [SERVER, 'rich'] },
  },
})

let talk: Talk
let log: readonly Line[]
let wire: readonly Line[]

/** Two MCP servers, a command in the background, and the tool that drops messages by their label. */
beforeAll(async () => {
  talk = await createTalk([
    { calls: [{ name: 'mcp__rich__step', input: {}, id: 'toolu_step' }] },
    {
      calls: [
        {
          name: 'Bash',
          input: { command: 'sleep 1; echo late', run_in_background: true },
          id: 'toolu_started',
        },
      ],
    },
    request => {
      const id = /\b(?:ID|id)\b[^a-z0-9]+(\w+)/.exec(
        JSON.stringify(listBlocks(request.messages.map(message => ({ message }))).at(-1)?.content),
      )?.[1]
      return {
        blocks: [
          {
            type: 'tool_use',
            name: 'BashOutput',
            input: { bash_id: id ?? 'none', block: true },
            id: 'toolu_wait',
          },
        ],
      }
    },
    'Done.',
    'You said nothing.',
  ])
  const { agent, ask, results, end } = startDialogue(talk, [
    ...['--mcp-config', CONFIG, '--strict-mcp-config', '--tools', 'Bash,BashOutput,Read,Snip'],
    ...['--allowedTools', 'Bash,mcp__rich'],
  ])
  await ask('go')
  const blank = { role: 'user', content: [{ type: 'text', text: ' ' }] }
  agent.child.stdin.write(`${JSON.stringify({ type: 'user', message: blank })}\n`)
  await results(2)
  await end()
  log = readLogs(talk.root)
  wire = agent.events
})
afterAll(() => talk.close())

describe('what surrounds an agent', () => {
  requirement(
    ['003:250', '000:107-122'],
    'an MCP server and its instructions: in the init, in the log, and read by the model',
    async () => {
      const [init] = ofKind(wire, 'system', 'init')
      expect(init?.mcp_servers).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ name: 'plain', status: 'connected' }),
          expect.objectContaining({ name: 'rich', status: 'connected' }),
        ]),
      )
      expect(attachmentsOf(log, 'mcp_instructions_delta')).toMatchObject([{ addedNames: ['plain'] }])
      expect(JSON.stringify(talk.requests()[0]?.messages)).toContain('Use echo for echoes.')
    },
  )

  requirement(
    ['003:273', '003:276'],
    'the progress of a server’s call, and of waiting for a command in the background',
    async () => {
      const told = ofKind(wire, 'tool_progress').map(({ tool_use_id: id }) => id)
      expect(told).toContain('toolu_step')
      expect(told).toContain('toolu_wait')
      expect(JSON.stringify(listBlocks(log).find(block => block.tool_use_id === 'toolu_wait'))).toContain(
        'late',
      )
    },
  )

  requirement(
    '003:450-454',
    'labels by which the model can drop messages: six characters of the message’s uuid, in the request only',
    async () => {
      const labels = JSON.stringify(talk.requests().at(-1)?.messages).match(/\[id:[0-9a-z]{1,6}\]/g) ?? []
      const expected = log
        .filter(({ type }) => type === 'user')
        .map(({ uuid }) => Number.parseInt(String(uuid).replaceAll('-', '').slice(0, 10), 16))
        .map(number => `[id:${number.toString(36).slice(0, 6)}]`)
      expect(labels.length).toBeGreaterThan(2)
      for (const label of labels) expect(expected).toContain(label)
      expect(JSON.stringify(log)).not.toContain('[id:')
    },
  )

  requirement(['003:112', '003:99'], 'a host that says nothing: no message is empty', async () => {
    const said = ofKind(log, 'user').map(({ message }) => isObject(message) && message.content)
    expect(said).toContain('[no content]')
    expect(JSON.stringify(talk.requests().at(-1)?.messages.at(-1))).toContain('[no content]')
  })
})
