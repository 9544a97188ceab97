/** Ends turns from outside, also one that is about to begin. */
export interface TurnSwitch {
  /** Called before a prompt is taken up: whoever interrupts from now on means its turn. */
  begin(): AbortSignal
  interrupt(): void
}

/** A switch for one turn after the other. */
export function createTurnSwitch(): TurnSwitch {
  let turn = new AbortController()
  return {
    begin() {
      turn = new AbortController()
      return turn.signal
    },
    interrupt: () => turn.abort(),
  }
}
