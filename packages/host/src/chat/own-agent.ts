import { Readable } from 'node:stream'
import type { WireEvent } from '@antiphon/core'
import type { Editor } from '@antiphon/engine'
import { isDriven } from '@antiphon/transcript'
import type { HostCommands } from '../headless/commands/create-host-commands.ts'
import { listModels } from '../headless/controls/list-models.ts'
import { createHeadlessProgram, type HeadlessProgram } from '../headless/headless-program.ts'
import type { HeadlessFlags, HeadlessSession } from '../headless/headless-session.ts'
import { createHost, type Host } from '../headless/host.ts'
import type { Io } from '../io.ts'
import { type AgentOwner, type AgentStanding, type ChatAgent, HELD, type OpenAgentFor } from './chat-agent.ts'
import { type ChatNews, createChatNews, describeQueued } from './chat-news.ts'
import { createChatVisits } from './chat-visits.ts'
import { toFileRewind } from './to-file-rewind.ts'

export type OwnAgentOptions = {
  readonly flags: HeadlessFlags
  readonly cwd: string
  readonly env: Io['env']
  /** Where the page is, without its token; none for who sits at a terminal. */
  readonly url?: string
  /** Slash commands that whoever opened it answers. */
  readonly commands?: HostCommands
  /** The editor that the person works in. */
  readonly editor?: Editor | null
}

/** Our own agent, as the program that the SDK drives, in this process. */
export function openOwnAgent(options: OwnAgentOptions): OpenAgentFor {
  return async owner => {
    const line = openLine(options, owner)
    const { program, host, stop } = line
    const session = await openAlone(program).catch(async error => {
      stop.abort()
      host.leave()
      await program.end().catch(() => undefined)
      throw error
    })
    line.begin(session)
    const visits = createChatVisits({ session, followers: owner.followers, url: options.url })
    stop.signal.addEventListener('abort', owner.onBroken)
    const { agent } = session
    const { engine, recording } = agent
    const isHolding = (): boolean => program.isHolding() && engine.queued().length > 0
    return {
      id: agent.provider.name.startsWith('demo') ? 'demo' : 'antiphon',
      workspace: {
        cwd: agent.cwd,
        env: agent.env,
        permissions: engine.permissions,
        messages: engine.messages,
        resources: agent.servers.servers.resources.list,
      },
      standing: () => ({ ...describeSession(session), isHolding: isHolding() }),
      async take(prompt) {
        await visits.beforePrompt()
        await program.take(prompt)
        line.tellQueue()
      },
      hear: program.hear,
      rewindFiles: async ({ message, isDryRun }) =>
        toFileRewind(await engine.rewindFiles(message, { dryRun: isDryRun })),
      pending: () => host.pending('can_use_tool'),
      settle: host.settle,
      presence: session.presence,
      look: visits.look,
      release: program.release,
      async relocate() {
        const { cwd, sessionId } = agent
        await recording.recordEntry({ type: 'relocated', relocatedCwd: cwd, sessionId })
      },
      isBusy: () =>
        session.state.now() !== 'idle' ||
        // Somebody has to be there when their time comes.
        agent.schedule.hasTasks() ||
        (engine.queued().length > 0 && !isHolding()),
      async end() {
        stop.signal.removeEventListener('abort', owner.onBroken)
        stop.abort()
        host.leave()
        await visits.end()
        // What went wrong was told as the result of a turn, or to the one who opened it.
        await program.end().catch(() => undefined)
      },
    } satisfies ChatAgent
  }
}

/** Its session, unless a program is driven in the same moment that writes the log without a lease. */
async function openAlone(program: HeadlessProgram): Promise<HeadlessSession> {
  const session = await program.open()
  if (await isDriven(session.agent.recording.path)) throw new Error(HELD)
  return session
}

function describeSession(session: HeadlessSession): Omit<AgentStanding, 'isHolding'> {
  const { agent, state, presence } = session
  const { engine, recording, cwd, sessionId, problems } = agent
  return {
    ...{ sessionId, cwd },
    path: recording.path,
    // What was mended in the log or for the model is for the doctor and the model's view.
    problems: problems.filter(problem => !problem.startsWith(`${recording.path}:`)),
    model: engine.model(),
    models: listModels(agent.model).map(({ value, displayName }) => ({ id: value, name: displayName })),
    permissionMode: engine.permissions().mode,
    queued: describeQueued(session),
    commands: engine.commands(),
    people: presence.people(),
    state: state.now(),
  }
}

/** The program and who listens to it. */
type Line = {
  readonly program: HeadlessProgram
  readonly host: Host
  readonly stop: AbortController
  readonly begin: (session: HeadlessSession) => void
  /** Tells which prompts wait, where that changed. */
  readonly tellQueue: () => void
}

function openLine({ flags, cwd, env, commands, editor = null }: OwnAgentOptions, { say }: AgentOwner): Line {
  const stop = new AbortController()
  let news: ChatNews | null = null
  const send = async (event: WireEvent | null | undefined): Promise<void> =>
    void (event && (await host.send(event)))
  const tellQueue = (): void => void send(news?.queue())
  const host: Host = createHost(async event => {
    say(event)
    await send(news?.model(event))
    tellQueue()
  })
  const program = createHeadlessProgram({
    ...{ flags, cwd, host, stop, editor },
    ...(commands && { commands }),
    io: {
      ...{ stdin: Readable.from([]), env, signal: stop.signal, onClosedOutput: () => {} },
      stdout: { ...NO_TERMINAL, write: async () => {} },
      stderr: { ...NO_TERMINAL, write: text => send(news?.notice(text)) },
    },
    isDriven: true,
    explains: false,
    // A log may come from anywhere: what it says is said to the model when a person wants it.
    holdsWaiting: true,
  })
  return {
    ...{ program, host, stop, tellQueue },
    begin(session) {
      news = createChatNews(session)
    },
  }
}

const NO_TERMINAL = { isTerminal: false, columns: () => undefined } as const
