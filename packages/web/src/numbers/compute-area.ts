/** A point on the screen. */
export type Point = { readonly x: number; readonly y: number }

/** The path of a band between an upper and a lower edge, both from left to right. */
export function computeAreaPath(upper: readonly Point[], lower: readonly Point[]): string {
  if (upper.length === 0) return ''
  const there = upper.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`)
  const back = lower.toReversed().map(({ x, y }) => `L${round(x)} ${round(y)}`)
  return `${there.join('')}${back.join('')}Z`
}

/** The place whose number is nearest; the places are in order. */
export function findNearest(places: readonly number[], wanted: number): number {
  let nearest = 0
  places.forEach((place, index) => {
    if (Math.abs(place - wanted) < Math.abs((places[nearest] ?? 0) - wanted)) nearest = index
  })
  return nearest
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
