const REPAINT_MS = 100
const SAY_EVERY_MS = 10_000
const BAR = 20

/**
 * Shows that work goes on: in a terminal a line that is painted again and again, elsewhere a line every ten seconds, so
 * that nobody sits before silence. `share` (0 to 1) draws a bar.
 * @param {string} label
 * @param {{ output?: { write(text: string): unknown, isTTY?: boolean, columns?: number }, now?: () => number }} [options]
 */
export function createProgress(label, { output = process.stderr, now = Date.now } = {}) {
  const isTerminal = output.isTTY === true && process.env.TERM !== 'dumb'
  const begin = now()
  let state = { text: '', share: undefined }
  let isOpen = true
  const seconds = () => `${Math.round((now() - begin) / 1000)} s`
  const describe = () => [state.text, seconds()].filter(Boolean).join(' · ')

  function paint() {
    if (!isTerminal) return output.write(`set-up: ${label}: ${describe()}\n`)
    const bar = state.share === undefined ? '' : `${drawBar(state.share)} `
    const line = `set-up: ${label} ${bar}${describe()}`
    output.write(`\r\u001b[2K${line.slice(0, (output.columns ?? 80) - 1)}`)
  }

  if (!isTerminal) output.write(`set-up: ${label} …\n`)
  const timer = setInterval(paint, isTerminal ? REPAINT_MS : SAY_EVERY_MS)
  return {
    /** What is being done right now, and how much of all of it is done. */
    update(text, share) {
      state = { text, share }
    },
    /** Takes the line away; with a text, leaves that and how long it took. */
    end(text) {
      clearInterval(timer)
      if (!isOpen) return
      isOpen = false
      if (isTerminal) output.write('\r\u001b[2K')
      if (text) output.write(`set-up: ${text} (${seconds()})\n`)
    },
  }
}

function drawBar(share) {
  const full = Math.round(Math.min(1, Math.max(0, share)) * BAR)
  return '━'.repeat(full) + '╌'.repeat(BAR - full)
}
