import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = ['./tokens.css', './colours.css']
  .map(file => readFileSync(new URL(file, import.meta.url), 'utf8'))
  .join('')

type Triple = readonly [number, number, number]

/** A variable in light and in dark, as light that adds up. */
function read(name: string): readonly [Triple, Triple] {
  const [, light, dark] = new RegExp(`--${name}:\\s+light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css) ?? []
  return [toLinear(light!), toLinear(dark!)]
}

function toLinear(hex: string): Triple {
  const [red, green, blue] = [1, 3, 5].map(at => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return [red!, green!, blue!]
}

const mix = ([r, g, b]: Triple, [x, y, z]: Triple): number => r * x + g * y + b * z

/** How people see who lack one of the three kinds of cones (Machado, Oliveira and Fernandes, 2009). */
const SIGHTS: Readonly<Record<string, readonly [Triple, Triple, Triple]>> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no long waves': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no middle waves': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'no short waves': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

const luminance = (colour: Triple): number => mix(colour, [0.2126, 0.7152, 0.0722])

function contrast(one: Triple, other: Triple): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high! + 0.05) / (low! + 0.05)
}

/** The place of a colour in CIELAB, where distances are about as large as they look. */
function toLab(colour: Triple): Triple {
  const cut = colour.map(value => Math.min(1, Math.max(0, value))) as unknown as Triple // three stay three
  const root = (value: number): number => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116)
  const x = root(mix(cut, [0.4124, 0.3576, 0.1805]) / 0.9505)
  const y = root(luminance(cut))
  const z = root(mix(cut, [0.0193, 0.1192, 0.9505]) / 1.089)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('the colours of plots in %s', (_, theme) => {
  const colours = Array.from({ length: 8 }, (__, index) => read(`plot-${index + 1}`)[theme])

  it('stand out from what they are drawn on', () => {
    for (const colour of colours) expect(contrast(colour, read('bg')[theme])).toBeGreaterThanOrEqual(3)
  })

  it.each(Object.entries(SIGHTS))('differ for those who see %s', (__, matrix) => {
    const seen = colours.map(colour => toLab(matrix.map(line => mix(line, colour)) as unknown as Triple)) // three lines
    seen.forEach((one, index) => {
      for (const other of seen.slice(index + 1))
        expect(Math.hypot(...one.map((value, at) => value - other[at]!))).toBeGreaterThan(12)
    })
  })
})
