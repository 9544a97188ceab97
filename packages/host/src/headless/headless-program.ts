import { createUserMessage } from '@antiphon/core'
import { stripControl } from '@antiphon/core/ui'
import { createCondition } from '@antiphon/engine'
import { EXIT_CODES, type ExitCode, ProgramError } from '../program-error.ts'
import { answerRequest } from './answer-request.ts'
import { explainOutcome } from './explain-outcome.ts'
import { type HeadlessSession, type OpenHeadlessOptions, openHeadlessSession } from './headless-session.ts'
import type { HostFrame, HostPrompt, HostRequest, PromptRefusal } from './host-frame.ts'
import { createOpenRequests } from './open-requests.ts'
import { refusePrompt, runTurn, type TurnOutcome } from './run-turn.ts'
import { createTaskTeller } from './task-teller.ts'
import { tellStoreNews } from './tell-store-news.ts'
import { tellHost } from './to-host-events.ts'
import { toBreakdownEvent } from './to-result-event.ts'
import { sinceLastWord, welcomeBack } from './welcome-back.ts'

/** The agent as a program that hears frames. */
export interface HeadlessProgram {
  /** Never waits: what a frame asks for is done while the next ones are heard. */
  hear(frame: HostFrame): void
  /** The session, opened where nobody did yet; rejects with what a person has to know where that cannot be. */
  open(): Promise<HeadlessSession>
  /** Hears a prompt and resolves when it is safe. */
  take(prompt: HostPrompt): Promise<void>
  /** Whether prompts of the log wait for somebody's word. */
  isHolding(): boolean
  /** Lets them be answered. */
  release(): void
  /** No more frames will come: finishes what was asked for, makes it durable, and gives the exit code. */
  end(): Promise<ExitCode>
}

type HeadlessProgramOptions = Omit<OpenHeadlessOptions, 'initialize' | 'wake'> & {
  /** Says on standard error what a person who reads only text should know of a turn. */
  readonly explains: boolean
  /** Prompts that waited when the session ended wait on, until somebody says something. */
  readonly holdsWaiting?: boolean
}

/**
 * A program that has not heard anything. The agent is opened by `initialize`, which says what the host adds to it, or by
 * the first prompt; other questions wait for that.
 */
export function createHeadlessProgram(options: HeadlessProgramOptions): HeadlessProgram {
  const { host, io, stop } = options
  const changed = createCondition()
  const requests = createOpenRequests(stop.signal)
  const settled = createCondition()
  let work = 0
  const refusals: PromptRefusal[] = []
  const opening = createCondition()
  let session: Promise<HeadlessSession> | null = null
  let turns: Promise<TurnOutcome | null> = Promise.resolve(null)
  let isEnded = false
  let isHeld = options.holdsWaiting === true

  function open(initialize: HostRequest | null): Promise<HeadlessSession> {
    if (session) return session
    session = openHeadlessSession({ ...options, initialize, wake: changed.notify })
    turns = session.then(runTurns)
    // Whoever needs the session is told; here only the rest is called off.
    turns.catch(() => stop.abort())
    opening.notify()
    return session
  }

  async function whenOpened(): Promise<HeadlessSession> {
    if (!session) await opening.next()
    return open(null)
  }

  /** One turn after the other, until nothing waits and nothing more can come. */
  async function runTurns(opened: HeadlessSession): Promise<TurnOutcome | null> {
    const { agent, state, results } = opened
    await tellProblems(agent.problems)
    agent.servers.followProblems(problem => void tell(problem))
    agent.recording.followStore(
      news => void (options.explains ? tell(news.words) : tellStoreNews(opened, news)),
    )
    const away = await welcomeBack(opened, sinceLastWord(opened, Date.now()))
    if (away && options.explains) await tell(`while you were away: ${away.content}`)
    else if (away) await tellHost(opened, away)
    if (!isHeld) await tellProblems(describeWaiting(agent.waitingPrompts.length))
    stop.signal.addEventListener('abort', () => {
      opened.turns.interrupt()
      agent.engine.interrupt()
      changed.notify()
    })
    const schedule = options.isDriven ? createTaskTeller(opened, { tell, onDue: changed.notify }) : null
    const end = (): void => schedule?.close()
    stop.signal.addEventListener('abort', end)
    let last: TurnOutcome | null = null
    while (!stop.signal.aborted) {
      // Asked for before we look: what changes meanwhile is not missed.
      const change = changed.next()
      const refusal = refusals.shift()
      if (refusal) {
        last = await refusePrompt(opened, refusal)
        continue
      }
      const signal = opened.turns.begin()
      const prompt = isHeld ? null : await agent.engine.nextQueued()
      // One that was taken from the queue and not begun comes back when the session goes on.
      if (stop.signal.aborted) break
      if (prompt) {
        last = await runTurn(opened, prompt, signal)
        if (options.explains) await explainOutcome(last, io)
      } else if (!isEnded && (await schedule?.fire(isHeld))) isHeld = false
      else {
        const isBusy = agent.engine.tasks().length > 0
        if (!isBusy) {
          await results.release()
          await state.set('idle')
          if (isEnded && (isHeld || agent.engine.queued().length === 0)) {
            end()
            return last
          }
        }
        // An agent in the background may have something to say before the host has.
        await Promise.race([change, ...(isBusy ? [agent.engine.whenQueued()] : [])])
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

  async function take({ content, asksForAnswer, ...more }: HostPrompt): Promise<void> {
    const finish = beginWork()
    try {
      const { agent } = await open(null)
      if (asksForAnswer) {
        await agent.engine.queue(content, more)
        isHeld = false
      } else await agent.engine.tell([createUserMessage({ content, ...more })])
    } finally {
      // Where it cannot be stored its turn tells that.
      changed.notify()
      finish()
    }
  }

  async function takeRefusal(refusal: PromptRefusal): Promise<void> {
    await tell(refusal.reason)
    refusals.push(refusal)
    await open(null)
    changed.notify()
  }

  async function takeRequest(requestId: string, request: HostRequest): Promise<void> {
    const needed = request.subtype === 'initialize' ? () => open(request) : whenOpened
    await requests.run(requestId, async signal =>
      host.send(await answerRequest({ requestId, request, open: needed, signal })),
    )
  }

  /** The end waits for what was begun and is not finished. */
  function beginWork(): () => void {
    work++
    return () => {
      work--
      settled.notify()
    }
  }

  function track(promise: Promise<void>): void {
    promise.catch(() => undefined).then(beginWork())
  }

  return {
    open: () => open(null),
    take,
    hear(frame) {
      switch (frame.kind) {
        case 'prompt':
          // What goes wrong here went wrong in opening the session, and is told at the end.
          return void take(frame.prompt).catch(() => undefined)
        case 'no-prompt':
          return track(takeRefusal(frame.refusal))
        case 'request':
          return track(takeRequest(frame.requestId, frame.request))
        case 'answer':
          return void host.settle(frame.requestId, frame.answer)
        case 'cancel':
          return requests.cancel(frame.requestId)
        case 'bad':
          return track(tell(frame.reason))
        case 'idle':
          return
      }
    },
    isHolding: () => isHeld,
    release() {
      isHeld = false
      changed.notify()
    },
    async end() {
      // Nobody will say any more what the agent shall be: questions that waited for it are answered as it is.
      if (work > 0 && !session && !stop.signal.aborted) open(null)
      await requests.settle()
      while (work > 0) await settled.next()
      isEnded = true
      changed.notify()
      const last = await turns.catch(async error => {
        const turn = { sessionId: options.flags.sessionId ?? '', prompts: [], spent: [] }
        await host.send(toBreakdownEvent(turn, describeError(error)))
        throw toProgramError(error)
      })
      ;(await session)?.presence.close()
      // Of the turns everything is told; what cannot be stored of the end belongs to none.
      await (await session)?.agent.close().catch(error => {
        throw toProgramError(error)
      })
      if (io.signal.aborted) return EXIT_CODES.interrupted
      // Nobody reads any more, as after `head`: that is how a run may end.
      if (stop.signal.aborted) return EXIT_CODES.ok
      return last?.isError ? EXIT_CODES.problemFound : EXIT_CODES.ok
    },
  }
}

function describeWaiting(count: number): readonly string[] {
  if (count === 0) return []
  return [
    `${count === 1 ? 'a prompt' : `${count} prompts`} that waited when the session ended: answered before any other.`,
  ]
}

function toProgramError(error: unknown): ProgramError {
  return error instanceof ProgramError
    ? error
    : new ProgramError('unwritable', describeError(error), { cause: error })
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
