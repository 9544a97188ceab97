import { readArray, readText } from '../message/read-field.ts'

/** A question of the agent with the choices that it offers. */
export type OfferedChoice = {
  readonly question: string
  readonly header: string
  readonly isMultiple: boolean
  readonly options: readonly { readonly label: string; readonly description: string }[]
}

/** What somebody chose of one question: labels, and words of their own. */
export type Chosen = { readonly labels: readonly string[]; readonly other: string }

/** The questions of an AskUserQuestion call, as far as they can be asked. */
export function readChoices(input: unknown): readonly OfferedChoice[] {
  return readArray(input, 'questions').flatMap(asked => {
    const question = readText(asked, 'question')
    const options = readArray(asked, 'options').flatMap(option => {
      const label = readText(option, 'label')
      return label === undefined ? [] : [{ label, description: readText(option, 'description') ?? '' }]
    })
    if (question === undefined) return []
    const isMultiple = (asked as { readonly multiSelect?: unknown }).multiSelect === true
    return [{ question, header: readText(asked, 'header') ?? '', isMultiple, options }]
  })
}

/** What the agent is told, by question; undefined while one has no answer. */
export function toAnswers(
  choices: readonly OfferedChoice[],
  chosen: ReadonlyMap<string, Chosen>,
): Readonly<Record<string, string>> | undefined {
  const answers = choices.map(({ question }) => [question, toAnswer(chosen.get(question))] as const)
  return answers.every(([, answer]) => answer !== '') ? Object.fromEntries(answers) : undefined
}

function toAnswer(chosen: Chosen | undefined): string {
  const words = [...(chosen?.labels ?? []), chosen?.other.trim() ?? '']
  return words.filter(word => word !== '').join(', ')
}
