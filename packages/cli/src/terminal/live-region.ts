/** The last lines of a terminal, which are drawn again and again; all above them stays. */
interface LiveRegion {
  /** What to write so that `lasting` stands for good and `live` below it. */
  frame(lasting: readonly string[], live: readonly string[]): string
}

/** Draws in place: goes back over the lines drawn last and clears them. */
export function createLiveRegion(): LiveRegion {
  let drawn: readonly string[] = []
  return {
    frame(lasting, live) {
      if (lasting.length === 0 && isSame(live, drawn)) return ''
      const back = drawn.length === 0 ? '' : `\u001b[${drawn.length}A\r\u001b[0J`
      drawn = live
      return back + [...lasting, ...live].map(line => `${line}\n`).join('')
    },
  }
}

/** Draws nothing that would have to be taken back: for pipes and files. */
export function createLineRegion(): LiveRegion {
  return { frame: lasting => lasting.map(line => `${line}\n`).join('') }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index])
}
