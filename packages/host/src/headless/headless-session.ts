import { randomUUID } from 'node:crypto'
import { stripControl } from '@antiphon/core/ui'
import type { PresentPerson } from '@antiphon/core/wire'
import { type Editor, toTaskWireEvents } from '@antiphon/engine'
import type { AgentFlags } from '../agent/agent-flags.ts'
import { type OpenAgent, openAgent } from '../agent/open-agent.ts'
import type { Recording } from '../agent/open-recording.ts'
import type { Io } from '../io.ts'
import { createHostPermissionPrompt, createHostQuestions } from './ask-host.ts'
import { createHostCommands, type HostCommands } from './commands/create-host-commands.ts'
import { createMirror } from './create-mirror.ts'
import type { Host } from './host.ts'
import type { HostRequest } from './host-frame.ts'
import { createHostHooks } from './host-hooks.ts'
import { createServerHost } from './mcp/create-server-host.ts'
import { createPeerAnswers, type PeerAnswers } from './peer-answers.ts'
import { createPresence, type Presence } from './presence.ts'
import {
  type ApiClock,
  createApiClock,
  createModeTeller,
  createResultTeller,
  createSessionStateTeller,
  createTurnSwitch,
  type ModeTeller,
  type ResultTeller,
  type SessionStateTeller,
  type TurnSwitch,
} from './tellers.ts'
import { type HostInterest, toDenialEvents } from './to-host-events.ts'

const MAX_UNITS = 200

const HALF_PAIR = /[\ud800-\udbff]$/

/** A session that a host drives. */
export type HeadlessSession = {
  readonly host: Host
  readonly agent: OpenAgent
  readonly state: SessionStateTeller
  readonly turns: TurnSwitch
  readonly results: ResultTeller
  readonly interest: HostInterest
  /** The host's first question; null where it asked none. */
  readonly initialize: HostRequest | null
  readonly title: SessionTitle
  readonly mode: ModeTeller
  /** How long the session waited for the API. */
  readonly apiClock: ApiClock
  readonly startedAt: number
  /** Who is here. */
  readonly presence: Presence
  readonly peers: PeerAnswers
  /** Starts a turn for what waits, if none runs. */
  readonly wake: () => void
}

/** What a headless run is told on the command line beside the agent's own flags. */
export type HeadlessFlags = AgentFlags & {
  readonly includePartialMessages?: true
  readonly replayUserMessages?: true
}

export type OpenHeadlessOptions = {
  readonly flags: HeadlessFlags
  readonly io: Io
  readonly cwd: string
  readonly host: Host
  /** Whether somebody reads frames at the other end, and can be asked. */
  readonly isDriven: boolean
  /** The host's first question, which says what it adds to the agent; null where it asked none. */
  readonly initialize: HostRequest | null
  readonly wake: () => void
  /** Commands that need what only the caller has, such as a search of all sessions. */
  readonly commands?: HostCommands
  /** The editor that the person works in; null where none lends a hand. */
  readonly editor?: Editor | null
  /** Aborted from either side when going on makes no sense. */
  readonly stop: AbortController
}

/** Opens the agent as the flags and the host want it. */
export async function openHeadlessSession(options: OpenHeadlessOptions): Promise<HeadlessSession> {
  const { flags, io, cwd, host, isDriven, initialize, wake, stop } = options
  const state = createSessionStateTeller(host, isDriven)
  const startedAt = performance.now()
  const peers = createPeerAnswers(host)
  const isAskedOverWire = isDriven && flags.permissionPromptTool === 'stdio'
  const agent: OpenAgent = await openAgent({
    ...{ flags, io, cwd, signal: stop.signal, editor: options.editor ?? null },
    entrypoint: io.env.CLAUDE_CODE_ENTRYPOINT || 'sdk-cli',
    ask: isAskedOverWire ? createHostPermissionPrompt(host, state.whileWaiting, peers) : null,
    questions: isAskedOverWire ? createHostQuestions(host, state.whileWaiting, peers) : null,
    serverHost: isDriven ? createServerHost(host, initialize) : undefined,
    hooks: createHostHooks(host, initialize?.hooks),
    hostCommands: [createHostCommands, options.commands ?? (() => [])].flatMap(create =>
      create(() => session),
    ),
    systemPrompt: readSystemPrompt(initialize),
    agentsJson: initialize?.agents,
    onTask(event, sessionId) {
      for (const wire of toTaskWireEvents(event, { sessionId })) void host.send(wire)
    },
    onDenied: (denial, why, sessionId) =>
      toDenialEvents(denial, why, sessionId).forEach(event => void host.send(event)),
    onStored: flags.sessionMirror ? createMirror(host) : undefined,
  })
  state.name(agent.sessionId)
  peers.name(agent.sessionId)
  const interest = {
    sessionId: agent.sessionId,
    partialMessages: flags.includePartialMessages === true,
    replayUserMessages: flags.replayUserMessages === true,
  }
  const results = createResultTeller(host, () => agent.engine.tasks().length > 0)
  const session: HeadlessSession = {
    ...{ host, agent, state, results, interest, wake, initialize, peers },
    presence: createPresence({ onChange: people => tellPresence(host, agent.sessionId, people) }),
    turns: createTurnSwitch(),
    title: createSessionTitle(agent.recording),
    mode: createModeTeller(host, agent),
    apiClock: createApiClock(),
    startedAt,
  }
  return session
}

function tellPresence(host: Host, sessionId: string, people: readonly PresentPerson[]): void {
  void host.send({
    type: 'system',
    ...{ subtype: 'presence', people },
    uuid: randomUUID(),
    session_id: sessionId,
  })
}

/** `[""]` is what a host sends that has nothing to say. */
function readSystemPrompt(initialize: HostRequest | null): {
  readonly replaceBy?: string
  readonly append?: string
} {
  const { systemPrompt, appendSystemPrompt } = initialize ?? { subtype: '' }
  const own = (Array.isArray(systemPrompt) ? systemPrompt : [systemPrompt])
    .filter(part => typeof part === 'string' && part !== '')
    .join('\n\n')
  return {
    ...(own !== '' && { replaceBy: own }),
    ...(typeof appendSystemPrompt === 'string' &&
      appendSystemPrompt !== '' && { append: appendSystemPrompt }),
  }
}

/** The name that somebody gives the session. */
interface SessionTitle {
  /** Records it, unless it is the name already; throws where nothing is left of it. */
  set(title: string): Promise<string>
}

/** A session of which nobody has said a name yet. */
function createSessionTitle({ recordEntry }: Pick<Recording, 'recordEntry'>): SessionTitle {
  let current: string | null = null
  return {
    async set(wished) {
      const title = stripControl(wished)
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, MAX_UNITS)
        .replace(HALF_PAIR, '')
      if (title === '') throw new Error('a title needs at least one character that can be seen')
      if (title !== current) await recordEntry({ type: 'custom-title', customTitle: title })
      current = title
      return title
    },
  }
}
