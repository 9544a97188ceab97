import { Readable, Writable } from 'node:stream'
import {
  type ClientContext,
  client as createClient,
  type InitializeResponse,
  ndJsonStream,
  PROTOCOL_VERSION,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionNotification,
} from '@agentclientprotocol/sdk'
import type { AgentPipe } from '../../client/agent-pipe.ts'
import { readVersion } from '../../version.ts'
import type { LocalEditor } from './local-editor.ts'

export type ConnectOptions = {
  readonly pipe: AgentPipe
  readonly editor: LocalEditor
  readonly onUpdate: (notification: SessionNotification) => void
  readonly onQuestion: (
    request: RequestPermissionRequest,
    signal: AbortSignal,
  ) => Promise<RequestPermissionResponse>
}

/** An agent that speaks the protocol, and what it says that it can do. */
export type AgentConnection = {
  readonly agent: ClientContext
  readonly facts: InitializeResponse
}

/** Shakes hands with the agent at the other end of a pipe; rejects where it does not speak the protocol, or not in time. */
export async function connectAgent({
  pipe,
  editor,
  onUpdate,
  onQuestion,
}: ConnectOptions): Promise<AgentConnection> {
  const app = createClient({ name: 'antiphon' })
    .onNotification('session/update', ({ params }) => onUpdate(params))
    .onRequest('session/request_permission', ({ params, signal }) => onQuestion(params, signal))
  editor.attach(app)
  // The types of Node's streams and the web's differ in what they leave out.
  const [output, input] = [
    Writable.toWeb(pipe.input) as WritableStream<Uint8Array>,
    Readable.toWeb(pipe.output) as ReadableStream<Uint8Array>,
  ]
  const { agent } = app.connect(ndJsonStream(output, input))
  const ended = pipe.ended.then(({ words }) => {
    throw new Error(words || 'it ended before it said anything')
  })
  ended.catch(() => undefined)
  const facts = await Promise.race([
    ended,
    agent.request(
      'initialize',
      {
        protocolVersion: PROTOCOL_VERSION,
        clientInfo: { name: 'antiphon', title: 'Antiphon', version: readVersion() },
        clientCapabilities: {
          fs: { readTextFile: true, writeTextFile: true },
          terminal: true,
          session: { notices: {} },
        },
      },
      { cancellationSignal: AbortSignal.timeout(MAX_START_MS), stopWaitingOnCancel: true },
    ),
  ])
  if (facts.protocolVersion !== PROTOCOL_VERSION)
    throw new Error(
      `it speaks version ${facts.protocolVersion} of the protocol, and version ${PROTOCOL_VERSION} is spoken here. Update it, or Antiphon.`,
    )
  return { agent, facts }
}

// A program that is started by npx is fetched first.
const MAX_START_MS = 90_000
