/** When frames are drawn: soon, at most once in a while, and at once where somebody waits for one. */
export interface FramePace {
  /** Draws before so many milliseconds are over, together with whatever else wants it. */
  within(milliseconds: number): void
  /** Draws now, and not again for what was wanted before. */
  now(): void
}

/** Nothing is to be drawn yet. */
export function createFramePace(draw: () => void): FramePace {
  let next: { readonly due: number; readonly timer: NodeJS.Timeout } | null = null

  function now(): void {
    clearTimeout(next?.timer)
    next = null
    draw()
  }

  return {
    now,
    within(milliseconds) {
      const due = performance.now() + milliseconds
      if (next && next.due <= due) return
      clearTimeout(next?.timer)
      next = { due, timer: setTimeout(now, milliseconds) }
    },
  }
}
