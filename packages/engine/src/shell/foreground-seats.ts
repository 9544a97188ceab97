/** The commands for which calls wait; somebody outside may send them to the background. */
export interface ForegroundSeats {
  /** A call begins to wait. */
  enter(toolUseId: string): ForegroundSeat
  /** Asks one, or all, not to wait any longer; gives the calls that it asked. */
  move(toolUseId?: string): readonly string[]
}

interface ForegroundSeat {
  /** Resolves when the call shall not wait any longer. */
  readonly moved: Promise<'moved'>
  /** The call waits for nothing any more. */
  leave(): void
}

/** Nobody waits yet. */
export function createForegroundSeats(): ForegroundSeats {
  const seats = new Map<string, () => void>()
  return {
    enter(toolUseId) {
      let move = (): void => {}
      const moved = new Promise<'moved'>(resolve => {
        move = () => resolve('moved')
      })
      seats.set(toolUseId, move)
      return { moved, leave: () => void (seats.get(toolUseId) === move && seats.delete(toolUseId)) }
    },
    move(toolUseId) {
      const asked = [...seats].filter(([id]) => toolUseId === undefined || id === toolUseId)
      for (const [id, move] of asked) {
        seats.delete(id)
        move()
      }
      return asked.map(([id]) => id)
    },
  }
}
