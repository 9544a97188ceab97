import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { toProjectKey } from '@antiphon/transcript'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { EXECUTABLE } from './spawn-antiphon.ts'

/** A home with sessions, and agents that ask about them. */
export interface RecallHome {
  readonly home: string
  /** A directory to work in; its sessions are those written for it. */
  project(name: string): string
  /** Writes a session of a project, line by line. */
  write(project: string, session: string, entries: readonly Readonly<Record<string, unknown>>[]): string
  /** Starts `antiphon mcp` as an agent's client does. */
  connect(options: ConnectOptions): Promise<Asking>
  remove(): Promise<void>
}

export type ConnectOptions = {
  readonly cwd: string
  readonly args?: readonly string[]
  /** What the client announces as its roots. */
  readonly roots?: readonly string[]
}

/** A client that asks. */
export type Asking = { readonly client: Client; readonly ask: Ask }

/** Calls a tool; what its structured content says, and its text. */
export type Ask = (
  name: string,
  input?: Readonly<Record<string, unknown>>,
) => Promise<{
  readonly value: Readonly<Record<string, unknown>>
  readonly text: string
  readonly isError: boolean
}>

/** A home of sessions that are there already, or a new one. */
export function createRecallHome(home: string = mkdtempSync(join(tmpdir(), 'antiphon-recall-'))): RecallHome {
  const clients: Client[] = []
  return {
    home,
    project(name) {
      const path = join(home, 'work', name)
      mkdirSync(path, { recursive: true })
      return path
    },
    write(project, session, entries) {
      const path = join(home, '.claude', 'projects', toProjectKey(project), `${session}.jsonl`)
      mkdirSync(dirname(path), { recursive: true })
      const lines = entries.map(entry => JSON.stringify({ sessionId: session, cwd: project, ...entry }))
      writeFileSync(path, `${lines.join('\n')}\n`)
      return path
    },
    async connect({ cwd, args = ['serve'], roots }) {
      const client = new Client({ name: 'test', version: '1' }, { capabilities: roots ? { roots: {} } : {} })
      if (roots)
        client.setRequestHandler(ListRootsRequestSchema, () => ({
          roots: roots.map(path => ({ uri: `file://${path}` })),
        }))
      clients.push(client)
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [EXECUTABLE, 'mcp', ...args],
          env: { HOME: home, PATH: process.env.PATH ?? '' },
          cwd,
          stderr: 'ignore',
        }),
      )
      return { client, ask: askBy(client) }
    },
    async remove() {
      await Promise.all(clients.map(client => client.close()))
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** The tools of a connected client as a function. */
export function askBy(client: Client): Ask {
  return async (name, input = {}) => {
    const { content, structuredContent, isError } = await client.callTool({ name, arguments: input })
    const [first] = content as readonly { readonly text: string }[]
    return {
      value: (structuredContent ?? {}) as Readonly<Record<string, unknown>>,
      text: first?.text ?? '',
      isError: isError === true,
    }
  }
}

/** A session in which a lamp is mended: a prompt, a failure, its cure, an edit, a commit. */
export function lampSession(project: string): readonly Readonly<Record<string, unknown>>[] {
  const file = join(project, 'lamp.ts')
  const chain = createChain()
  return [
    chain.user('lamp-1', 'The lamp flickers at dusk. Mend it, and keep the switch.'),
    chain.says('lamp-2', 'I run the tests of the lamp first.'),
    chain.calls('lamp-3', 'Bash', { command: 'npm test -- lamp' }),
    chain.answers('lamp-4', 'FAIL lamp.test.ts: expected steady, got flicker', true),
    chain.says('lamp-5', 'The wick is read before the oil is there; I wait for the oil.'),
    chain.calls('lamp-6', 'Edit', {
      file_path: file,
      old_string: 'read(wick)',
      new_string: 'await oil\nread(wick)',
    }),
    chain.answers('lamp-7', 'The file was updated.', false, {
      filePath: file,
      oldString: 'read(wick)',
      newString: 'await oil\nread(wick)',
      originalFile: 'const light = read(wick)\n',
      structuredPatch: [
        {
          oldStart: 1,
          oldLines: 1,
          newStart: 1,
          newLines: 2,
          lines: ['-read(wick)', '+await oil', '+read(wick)'],
        },
      ],
    }),
    chain.calls('lamp-8', 'Bash', { command: 'npm test -- lamp' }),
    chain.answers('lamp-9', 'PASS lamp.test.ts (3 tests)', false),
    chain.calls('lamp-10', 'Bash', { command: 'git commit -am "Wait for the oil before the wick is read"' }),
    chain.answers('lamp-11', '[main 4f2a9c1] Wait for the oil before the wick is read', false),
    chain.says('lamp-12', 'The lamp is steady: it waits for the oil.'),
  ]
}

/** Entries that follow each other, a minute apart. */
export function createChain(start = '2026-11-02T10:00:00.000Z') {
  let parentUuid: string | null = null
  let call = ''
  let minute = 0
  const base = Date.parse(start)
  function entry(uuid: string, rest: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const made = { uuid, parentUuid, timestamp: new Date(base + minute++ * 60_000).toISOString(), ...rest }
    parentUuid = uuid
    return made
  }
  const assistant = (uuid: string, content: readonly unknown[]): Readonly<Record<string, unknown>> =>
    entry(uuid, {
      type: 'assistant',
      message: {
        ...{ id: `msg_${uuid}`, role: 'assistant', model: 'claude-sonnet-4-5-20250929', content },
        usage: { input_tokens: 100, output_tokens: 20 },
      },
    })
  return {
    user: (uuid: string, text: string) =>
      entry(uuid, { type: 'user', message: { role: 'user', content: text } }),
    says: (uuid: string, text: string) => assistant(uuid, [{ type: 'text', text }]),
    calls(uuid: string, name: string, input: Readonly<Record<string, unknown>>) {
      call = `toolu_${uuid}`
      return assistant(uuid, [{ type: 'tool_use', id: call, name, input }])
    },
    answers: (uuid: string, text: string, isError: boolean, toolUseResult?: unknown) =>
      entry(uuid, {
        type: 'user',
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: call, content: text, is_error: isError }],
        },
        ...(toolUseResult !== undefined && { toolUseResult }),
      }),
  }
}

/** A client of the streamable HTTP transport. */
export async function connectOverHttp(url: string, token: string): Promise<Asking> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  // The library's own types disagree about what may be undefined.
  await client.connect(transport as Transport)
  return { client, ask: askBy(client) }
}
