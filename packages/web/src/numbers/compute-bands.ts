import type { ContextPart, ContextReport } from '@antiphon/server/protocol'
import { computeStack } from './compute-stack.ts'

export type Band = { readonly part: ContextPart; readonly path: string }

export type BandOptions = {
  readonly width: number
  readonly y: (value: number) => number
}

/** Where an answer stands along the plot. */
export function placeAnswer(index: number, answers: number, width: number): number {
  return answers <= 1 ? width / 2 : (index / (answers - 1)) * width
}

/** The parts of the context as bands on top of each other; a single answer is as wide as the plot. */
export function computeBands(report: ContextReport, { width, y }: BandOptions): readonly Band[] {
  const { points, answers } = report
  const used = listUsedParts(report)
  const stacks = points.map(({ index, parts }) => ({
    xs: answers <= 1 ? [0, width] : [placeAnswer(index, answers, width)],
    stack: computeStack(used.map(part => parts[part])),
  }))
  const listEdge = (edge: 'from' | 'to', part: number): readonly Point[] =>
    stacks.flatMap(({ xs, stack }) => xs.map(x => ({ x, y: y(stack[part]?.[edge] ?? 0) })))
  return used.map((part, place) => ({
    part,
    path: computeAreaPath(listEdge('to', place), listEdge('from', place)),
  }))
}

type Point = { readonly x: number; readonly y: number }

/** The path of a band between an upper and a lower edge, both from left to right. */
export function computeAreaPath(upper: readonly Point[], lower: readonly Point[]): string {
  if (upper.length === 0) return ''
  const there = upper.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`)
  const back = lower.toReversed().map(({ x, y }) => `L${round(x)} ${round(y)}`)
  return `${there.join('')}${back.join('')}Z`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** The parts that any answer has, from the bottom of the plot to its top. */
export function listUsedParts({ points }: ContextReport): readonly ContextPart[] {
  return CONTEXT_PARTS.filter(part => points.some(({ parts }) => parts[part] > 0))
}

const CONTEXT_PARTS: readonly ContextPart[] = [
  'prompt',
  'system',
  'memory',
  'attachments',
  'user',
  'assistant',
  'calls',
  'results',
  'unexplained',
]

/** Each part has one tone, wherever it is drawn. */
export const PART_TONES: Readonly<Record<ContextPart, number>> = {
  results: 0,
  calls: 1,
  assistant: 2,
  user: 3,
  attachments: 4,
  memory: 5,
  unexplained: 6,
  // Either of them, never both.
  prompt: 7,
  system: 7,
}
