import { describe, expect, it } from 'vitest'
import { toolCallTitle } from '../ui/tool-call-title.ts'
import { readCallSubject } from './call-subject.ts'

const subjectOf = (name: string, input: object, folder?: string) =>
  readCallSubject({ title: toolCallTitle(name, input), input }, folder)

describe('readCallSubject', () => {
  it('tells a path from the folder of the session on', () => {
    expect(subjectOf('Read', { file_path: '/w/app/src/a.ts', offset: 3, limit: 4 }, '/w/app')).toEqual({
      tool: 'Read',
      about: 'src/a.ts (lines 3-6)',
    })
  })

  it('cuts no name of a file', () => {
    const file_path = `/w/app/${'deep/'.repeat(40)}last.ts`
    expect(subjectOf('Edit', { file_path }, '/w/app').about).toBe(`${'deep/'.repeat(40)}last.ts`)
  })

  it('takes the folder out of commands', () => {
    expect(subjectOf('Bash', { command: 'cat /w/app/a.ts' }, '/w/app')).toEqual({
      tool: 'Bash',
      about: 'cat a.ts',
    })
  })

  it('takes a tool that is about nothing', () => {
    expect(subjectOf('EnterPlanMode', {})).toEqual({ tool: 'EnterPlanMode', about: '' })
  })
})
