import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { ToolOutcome } from '../../tool/agent-tool.ts'
import { runFileWork } from './prepare-file-call.ts'

const run = async (
  work: () => Promise<ToolOutcome>,
  isReadOnly: boolean,
  controller = new AbortController(),
) => (await runFileWork({ signal: controller.signal, path: '/x', work, isReadOnly }).next()).value

it('waits no longer for a file that never answers once it is interrupted', async () => {
  const controller = new AbortController()
  const outcome = run(() => new Promise(() => undefined), true, controller)
  await nextTurn()
  controller.abort()
  expect(await outcome).toMatchObject({ isError: true, content: 'Interrupted before it was done.' })
})

it('waits for a change all the same, to tell what became of it', async () => {
  const controller = new AbortController()
  let finish = (_: ToolOutcome): void => undefined
  const work = new Promise<ToolOutcome>(resolve => {
    finish = resolve
  })
  const outcome = run(() => work, false, controller)
  await nextTurn()
  controller.abort()
  finish({ content: 'written' })
  expect(await outcome).toEqual({ content: 'written' })
})

it('makes an outcome of an error of the system', async () => {
  const broken = Object.assign(new Error('EACCES'), { code: 'EACCES' })
  expect(await run(() => Promise.reject(broken), true)).toMatchObject({ isError: true })
})
