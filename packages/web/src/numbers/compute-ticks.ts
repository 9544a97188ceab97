/** Round numbers along an axis that begins at zero. */
export type Ticks = {
  /** From zero to `top`, evenly. */
  readonly values: readonly number[]
  /** Where the axis ends: the first round number that is not below the largest value. */
  readonly top: number
  readonly step: number
}

/** Chooses at most `count` steps of one, two or five times a power of ten that reach `max`. */
export function computeTicks(max: number, count: number): Ticks {
  const largest = Number.isFinite(max) && max > 0 ? max : 1
  const rough = largest / Math.max(1, count)
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = FACTORS.find(one => one * power >= rough * (1 - ROUNDING)) ?? 10
  const step = factor * power
  const steps = Math.max(1, Math.ceil((largest / step) * (1 - ROUNDING)))
  const values = Array.from({ length: steps + 1 }, (_, index) => index * step)
  return { values, top: values.at(-1) ?? step, step }
}

const FACTORS = [1, 2, 5, 10]
// Three times 0.1 is more than 0.3.
const ROUNDING = 1e-9
