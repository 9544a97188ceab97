/** The host's questions that are not answered yet. */
interface OpenRequests {
  /** Answers one; its signal aborts when the host takes it back or nobody can wait for it any more. */
  run(requestId: string, answer: (signal: AbortSignal) => Promise<void>): Promise<void>
  cancel(requestId: string): void
  /** Waits for all, but not for ever: after a while they are called off, and answered with that. */
  settle(): Promise<void>
}

/** How long a question may still take when no more can come. */
const LAST_ANSWERS_MS = 5_000

/** No questions. All are called off when `stop` aborts. */
export function createOpenRequests(stop: AbortSignal): OpenRequests {
  const open = new Map<AbortController, { readonly requestId: string; readonly work: Promise<void> }>()
  stop.addEventListener('abort', callOff)

  function callOff(): void {
    for (const controller of open.keys()) controller.abort()
  }

  return {
    async run(requestId, answer) {
      const controller = new AbortController()
      if (stop.aborted) controller.abort()
      const work = answer(controller.signal).finally(() => open.delete(controller))
      open.set(controller, { requestId, work })
      await work
    },
    cancel(requestId) {
      for (const [controller, request] of open) if (request.requestId === requestId) controller.abort()
    },
    async settle() {
      const timer = setTimeout(callOff, LAST_ANSWERS_MS)
      await Promise.allSettled([...open.values()].map(({ work }) => work))
      clearTimeout(timer)
    },
  }
}
