export type FlushOnExitOptions = {
  /** The process to listen to; this one unless told. */
  readonly process?: NodeJS.Process
  /** How long a signal may be held up: a disk that hangs shall not make the process immortal. */
  readonly timeoutMilliseconds?: number
  /** Hears why a flush failed; the process ends all the same. */
  readonly onError?: (error: unknown) => void
}

type Flush = Required<Omit<FlushOnExitOptions, 'process'>> & { readonly run: () => Promise<void> }

type Guard = { readonly flushes: Set<Flush>; readonly stop: () => void }

/**
 * Has `flush` run before the process ends by SIGTERM, SIGINT or for want of work; then it ends as it would have: by the
 * same signal, unless somebody else listens to it and so decides. Returns the function that takes it back.
 */
export function flushOnExit(flush: () => Promise<void>, options: FlushOnExitOptions = {}): () => void {
  const { process: guarded = process, timeoutMilliseconds = 5000, onError = ignore } = options
  const guard = guards.get(guarded) ?? startGuard(guarded)
  const entry: Flush = { run: flush, timeoutMilliseconds, onError }
  guard.flushes.add(entry)
  return () => {
    if (!guard.flushes.delete(entry) || guard.flushes.size > 0) return
    guard.stop()
  }
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** One guard a process: two listeners would take each other for somebody else, and nobody would end it. */
const guards = new WeakMap<NodeJS.Process, Guard>()

function startGuard(guarded: NodeJS.Process): Guard {
  const flushes = new Set<Flush>()
  let isEnding = false
  const guard: Guard = { flushes, stop }
  guards.set(guarded, guard)
  // First in line: a listener that is called once is gone after its call, and would not be seen any more.
  for (const signal of SIGNALS) guarded.prependListener(signal, onSignal)
  // Once: a flush that fails makes work, and would be asked for again without end.
  guarded.once('beforeExit', onBeforeExit)
  return guard

  function stop(): void {
    guards.delete(guarded)
    for (const signal of SIGNALS) guarded.off(signal, onSignal)
    guarded.off('beforeExit', onBeforeExit)
  }

  function onBeforeExit(): void {
    void runAll(flushes)
  }

  // A signal that comes again changes nothing: terminals and supervisors like to send it twice.
  async function onSignal(signal: NodeJS.Signals): Promise<void> {
    const isOurs = guarded.listeners(signal).every(listener => listener === onSignal)
    if (isEnding) return
    isEnding = isOurs
    await runAll(flushes)
    if (!isOurs) return
    // The other signal stays caught: the process dies by the one that came first.
    guarded.off(signal, onSignal)
    guarded.kill(guarded.pid, signal)
  }
}

async function runAll(flushes: ReadonlySet<Flush>): Promise<void> {
  await Promise.all([...flushes].map(runOne))
}

async function runOne({ run, timeoutMilliseconds, onError }: Flush): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>(resolve => {
    timer = setTimeout(resolve, timeoutMilliseconds)
  })
  await Promise.race([run().catch(onError), timeout])
  clearTimeout(timer)
}

function ignore(): void {}
