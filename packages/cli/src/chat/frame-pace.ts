/** When frames are drawn: at most once in a while, and at once where somebody waits for one. */
export interface FramePace {
  /** Draws soon, together with whatever else changes until then. */
  soon(): void
  /** Draws when there is more to read. */
  whileGrowing(): void
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

  function within(milliseconds: number): void {
    const due = performance.now() + milliseconds
    if (next && next.due <= due) return
    clearTimeout(next?.timer)
    next = { due, timer: setTimeout(now, milliseconds) }
  }

  return { now, soon: () => within(FRAME_MS), whileGrowing: () => within(GROWTH_MS) }
}

const FRAME_MS = 25
// An answer is read, not watched: every frame costs the way there and back, also over ssh.
const GROWTH_MS = 80
