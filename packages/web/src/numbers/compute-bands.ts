import type { ContextPart, ContextReport } from '@antiphon/server/protocol'
import { computeAreaPath, type Point } from './compute-area.ts'
import { computeStack } from './compute-stack.ts'
import { listUsedParts } from './context-parts.ts'

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
