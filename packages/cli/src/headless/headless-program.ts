import { createUserMessage, stripControl } from '@antiphon/core'
import { CliError, EXIT_CODES, type ExitCode } from '../cli-error.ts'
import { answerRequest } from './answer-request.ts'
import { createBell } from './bell.ts'
import { explainOutcome } from './explain-outcome.ts'
import { type HeadlessSession, type OpenHeadlessOptions, openHeadlessSession } from './headless-session.ts'
import type { HostFrame, HostPrompt, HostRequest } from './host-frame.ts'
import { runTurn, type TurnOutcome } from './run-turn.ts'
import { toBreakdownEvent } from './to-result-event.ts'

/** The agent as a program that hears frames. */
export interface HeadlessProgram {
  /** Never waits: what a frame asks for is done while the next ones are heard. */
  hear(frame: HostFrame): void
  /** No more frames will come: finishes what was asked for, makes it durable, and gives the exit code. */
  end(): Promise<ExitCode>
}

export type HeadlessProgramOptions = Omit<OpenHeadlessOptions, 'initialize' | 'wake'> & {
  /** Aborted from either side when going on makes no sense. */
  readonly stop: AbortController
  /** Says on standard error what a person who reads only text should know of a turn. */
  readonly explains: boolean
}

/** A program that has not heard anything. The agent is opened by the first frame that needs it. */
export function createHeadlessProgram(options: HeadlessProgramOptions): HeadlessProgram {
  const { host, io, stop } = options
  const bell = createBell()
  const requests = new Map<string, AbortController>()
  const work = new Set<Promise<void>>()
  let session: Promise<HeadlessSession> | null = null
  let turns: Promise<TurnOutcome | null> = Promise.resolve(null)
  let isEnded = false

  function open(initialize: HostRequest | null): Promise<HeadlessSession> {
    if (session) return session
    session = openHeadlessSession({ ...options, initialize, wake: bell.ring })
    turns = session.then(runTurns)
    // Whoever needs the session is told; here only the rest is called off.
    turns.catch(() => stop.abort())
    return session
  }

  /** One turn after the other, until nothing waits and nothing more can come. */
  async function runTurns(opened: HeadlessSession): Promise<TurnOutcome | null> {
    const { agent, state, results } = opened
    await tellProblems(agent.problems)
    const interrupt = (): void => agent.engine.interrupt()
    stop.signal.addEventListener('abort', interrupt)
    let last: TurnOutcome | null = null
    while (!stop.signal.aborted) {
      const prompt = await agent.engine.nextQueued()
      if (prompt) {
        last = await runTurn(opened, prompt)
        if (options.explains) await explainOutcome(last, io)
      } else {
        // One may have come while we looked.
        if (agent.engine.queued().length > 0) continue
        const isBusy = agent.engine.tasks().length > 0
        if (!isBusy) {
          await results.release()
          await state.set('idle')
          if (isEnded) return last
        }
        // An agent in the background may have something to say before the host has.
        await Promise.race([
          ...(isEnded ? [] : [bell.wait()]),
          ...(isBusy ? [agent.engine.whenQueued()] : []),
        ])
      }
    }
    await results.release()
    return last
  }

  async function tellProblems(problems: readonly string[]): Promise<void> {
    for (const problem of problems) await tell(problem)
  }

  function tell(what: string): Promise<void> {
    return io.stderr.write(`antiphon: ${stripControl(what)}\n`)
  }

  async function takePrompt({ content, uuid, asksForAnswer }: HostPrompt): Promise<void> {
    const { agent } = await open(null)
    try {
      if (asksForAnswer) await agent.engine.queue(content, uuid)
      else await agent.engine.tell([createUserMessage({ content, ...(uuid && { uuid }) })])
    } finally {
      // Where it cannot be stored its turn tells that.
      bell.ring()
    }
  }

  async function takeRequest(requestId: string, request: HostRequest): Promise<void> {
    const controller = new AbortController()
    requests.set(requestId, controller)
    const opened = open(request.subtype === 'initialize' ? request : null)
    await host.send(await answerRequest({ requestId, request, opened, signal: controller.signal }))
    requests.delete(requestId)
  }

  function track(promise: Promise<void>): void {
    // What goes wrong here went wrong in opening the session, and is told at the end.
    const settled = promise.catch(() => undefined).then(() => void work.delete(settled))
    work.add(settled)
  }

  return {
    hear(frame) {
      switch (frame.kind) {
        case 'prompt':
          return track(takePrompt(frame.prompt))
        case 'request':
          return track(takeRequest(frame.requestId, frame.request))
        case 'answer':
          return void host.settle(frame.requestId, frame.answer)
        case 'cancel':
          return requests.get(frame.requestId)?.abort()
        case 'bad':
          return track(tell(frame.reason))
        case 'idle':
          return
      }
    },
    async end() {
      await Promise.all(work)
      isEnded = true
      bell.ring()
      const last = await turns.catch(async error => {
        await host.send(toBreakdownEvent(options.flags.sessionId ?? '', describeError(error)))
        throw toCliError(error)
      })
      // Of the turns everything is told; what cannot be stored of the end belongs to none.
      await (await session)?.agent.close().catch(error => {
        throw toCliError(error)
      })
      if (io.signal.aborted) return EXIT_CODES.interrupted
      // Nobody reads any more, as after `head`: that is how a run may end.
      if (stop.signal.aborted) return EXIT_CODES.ok
      return last?.isError ? EXIT_CODES.problemFound : EXIT_CODES.ok
    },
  }
}

function toCliError(error: unknown): CliError {
  return error instanceof CliError
    ? error
    : new CliError('unwritable', describeError(error), { cause: error })
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
