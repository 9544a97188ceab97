import type { JsonObject } from '@antiphon/core'
import { type PermissionPrompt, toTaskWireEvents } from '@antiphon/engine'
import type { AgentFlags } from '../agent/agent-flags.ts'
import { mayBypassPermissions } from '../agent/may-bypass-permissions.ts'
import { type OpenAgent, openAgent } from '../agent/open-agent.ts'
import { rememberAnswers } from '../agent/remember-answers.ts'
import { homeOf } from '../input/find-session.ts'
import type { Io } from '../io.ts'
import { type ApiClock, createApiClock } from './api-clock.ts'
import { createHostPermissionPrompt } from './ask-host-permission.ts'
import type { Host } from './host.ts'
import type { HostRequest } from './host-frame.ts'
import { createHostHooks } from './host-hooks.ts'
import { createServerHost } from './mcp/create-server-host.ts'
import { createModeTeller, type ModeTeller } from './mode-teller.ts'
import { createResultTeller, type ResultTeller } from './result-teller.ts'
import { createSessionStateTeller, type SessionStateTeller } from './session-state-teller.ts'
import { createSessionTitle, type SessionTitle } from './session-title.ts'
import type { HostInterest } from './to-host-events.ts'

/** A session that a host drives. */
export type HeadlessSession = {
  readonly host: Host
  readonly agent: OpenAgent
  readonly state: SessionStateTeller
  readonly results: ResultTeller
  readonly interest: HostInterest
  /** The host's first question; null where it asked none. */
  readonly initialize: HostRequest | null
  readonly title: SessionTitle
  readonly mode: ModeTeller
  /** How long the session waited for the API. */
  readonly apiClock: ApiClock
  readonly startedAt: number
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
}

/** Opens the agent as the flags and the host want it. */
export async function openHeadlessSession(options: OpenHeadlessOptions): Promise<HeadlessSession> {
  const { flags, io, cwd, host, isDriven, initialize, wake } = options
  const state = createSessionStateTeller(host, isDriven)
  const agent = await openAgent({
    flags,
    io,
    cwd,
    host: {
      ask: isAskedOverWire(flags, isDriven) ? createAsker(options, state) : null,
      ...(isDriven && { servers: createServerHost(host, initialize) }),
      hooks: createHostHooks(host, initialize?.hooks),
      systemPrompt: readSystemPrompt(initialize),
      ...(initialize?.agents !== undefined && { agents: initialize.agents }),
      onTask(event, sessionId) {
        for (const wire of toTaskWireEvents(event, { sessionId })) void host.send(wire)
      },
      ...(flags.sessionMirror && {
        onStored: (filePath, entries) =>
          // Entries are JSON.
          host.send({ type: 'transcript_mirror', filePath, entries: entries as readonly JsonObject[] }),
      }),
    },
  })
  state.name(agent.sessionId)
  const interest = {
    sessionId: agent.sessionId,
    partialMessages: flags.includePartialMessages === true,
    replayUserMessages: flags.replayUserMessages === true,
  }
  const results = createResultTeller(host, () => agent.engine.tasks().length > 0)
  return {
    ...{ host, agent, state, results, interest, wake, initialize },
    title: createSessionTitle(agent.parts.recording),
    mode: createModeTeller(host, agent),
    apiClock: createApiClock(),
    startedAt: performance.now(),
  }
}

function createAsker(
  { flags, io, cwd, host }: OpenHeadlessOptions,
  { whileWaiting }: SessionStateTeller,
): PermissionPrompt {
  return rememberAnswers(createHostPermissionPrompt(host, whileWaiting), {
    place: { cwd, home: homeOf(io) ?? cwd, env: io.env },
    mayBypass: mayBypassPermissions(flags),
    onProblem: problem => void io.stderr.write(`antiphon: ${problem}\n`),
  })
}

function isAskedOverWire({ permissionPromptTool }: HeadlessFlags, isDriven: boolean): boolean {
  return isDriven && permissionPromptTool === 'stdio'
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
