import type { ColourAnswer, ColourNode, ColourQuestion } from './colour-tree.ts'
import { createColourMemory } from './create-colour-memory.ts'

/** Colours code beside the page, one after the other; what takes too long stays as it is. */
export interface Colourist {
  /** The parts of a code that was coloured before. */
  readonly recall: (question: ColourQuestion) => readonly ColourNode[] | undefined
  /** Asks for the parts of a code; `take` gets them, or nothing ever. Whoever no longer wants them says so by what is returned. */
  readonly colour: (question: ColourQuestion, take: TakeColours) => () => void
}

export type TakeColours = (nodes: readonly ColourNode[]) => void

/** Whoever colours; one that was ended says nothing more. */
export type ColouringHandle = { readonly ask: (question: ColourQuestion) => void; readonly end: () => void }

export type StartColouring = (listener: {
  readonly onAnswer: (answer: ColourAnswer) => void
  readonly onFailure: () => void
}) => ColouringHandle

export function createColourist(start: StartColouring): Colourist {
  const memory = createColourMemory()
  const waiting: Wanted[] = []
  const endings = new Map<string, number>()
  let worker: { readonly handle: ColouringHandle; isReady: boolean } | undefined
  let running: Wanted | undefined
  let clock: ReturnType<typeof setInterval> | undefined
  let failures = 0

  function finish(nodes: readonly ColourNode[] | undefined): void {
    clearInterval(clock)
    const done = running
    running = undefined
    if (done) {
      memory.keep(done.question, nodes)
      if (nodes) for (const take of done.takers) take(nodes)
    }
    proceed()
  }

  function proceed(): void {
    if (running || waiting.length === 0 || failures >= MOST_FAILURES) return
    worker ??= startWorker()
    if (!worker.isReady) return
    running = waiting.shift()
    if (!running) return
    worker.handle.ask(running.question)
    let ticks = 0
    // Counted in steps: a page that stood still itself has not waited.
    clock = setInterval(() => {
      ticks += 1
      if (ticks >= MOST_TICKS) giveUp()
    }, TICK_MS)
  }

  function giveUp(): void {
    worker?.handle.end()
    worker = undefined
    const language = running?.question.language ?? ''
    endings.set(language, (endings.get(language) ?? 0) + 1)
    finish(undefined)
  }

  function startWorker(): NonNullable<typeof worker> {
    const handle = start({
      onAnswer: answer => {
        if (worker !== started) return
        if (answer.kind === 'coloured') return finish(answer.nodes)
        started.isReady = true
        proceed()
      },
      onFailure: () => {
        if (worker !== started) return
        handle.end()
        worker = undefined
        failures += 1
        finish(undefined)
      },
    })
    const started = { handle, isReady: false }
    return started
  }

  function find(question: ColourQuestion): Wanted | undefined {
    return [...waiting, ...(running ? [running] : [])].find(one => isSame(one.question, question))
  }

  return {
    recall: question => memory.recall(question) ?? undefined,
    colour(question, take) {
      const isHopeless = (endings.get(question.language) ?? 0) >= MOST_ENDINGS
      if (isHopeless || memory.recall(question) !== undefined) return () => {}
      const wanted = find(question) ?? { question, takers: new Set() }
      wanted.takers.add(take)
      if (wanted !== running && !waiting.includes(wanted)) waiting.push(wanted)
      proceed()
      return () => {
        wanted.takers.delete(take)
        if (wanted.takers.size === 0 && waiting.includes(wanted)) waiting.splice(waiting.indexOf(wanted), 1)
      }
    },
  }
}

// Half a second; what people write takes some hundredths of one.
const TICK_MS = 50
const MOST_TICKS = 10
/** A grammar that ran out of time so often is left alone, so that a log full of such texts costs no more. */
const MOST_ENDINGS = 5
const MOST_FAILURES = 3

type Wanted = { readonly question: ColourQuestion; readonly takers: Set<TakeColours> }

function isSame(one: ColourQuestion, other: ColourQuestion): boolean {
  return one.language === other.language && one.code === other.code
}
