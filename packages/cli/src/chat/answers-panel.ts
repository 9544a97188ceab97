import { type Chosen, type OfferedChoice, readChoices, toAnswers } from '@antiphon/core/chat'
import { stripControl } from '@antiphon/core/ui'
import { wrapText } from '../terminal/text-width.ts'
import { createChoicePanel } from './choice-panel.ts'
import type { Panel } from './panel.ts'
import type { QuestionPanelOptions } from './question-panel.ts'

/** Questions with choices of the agent's own, one after the other; every one also takes other words. */
export function createAnswersPanel({
  question,
  texts,
  onDecide,
  onStop,
  onChange,
}: QuestionPanelOptions): Panel {
  const choices = readChoices(question.input)
  const chosen = new Map<string, Chosen>()
  let step = 0
  let panel = open(step)

  function open(index: number): Panel {
    const asked = choices[index]
    if (!asked) throw new RangeError(`there is no question ${index}`)
    return createChoicePanel({
      head: ({ palette, width }) => [
        ...(choices.length > 1
          ? [palette.dim(`${index + 1}/${choices.length} ${stripControl(asked.header)}`)]
          : []),
        ...wrapText(stripControl(asked.question), width).map(line => palette.bold(line)),
      ],
      options: [
        ...asked.options.map(({ label, description }) => ({
          label: stripControl(label),
          detail: stripControl(description),
        })),
        { label: texts.other, wantsText: '' },
      ],
      isMultiple: asked.isMultiple,
      hint: asked.isMultiple ? texts.submit : texts.choose,
      onChoose: (picked, text) => take(asked, index, picked, text),
      onCancel: onStop,
      onChange,
    })
  }

  function take(asked: OfferedChoice, index: number, picked: readonly number[], text: string): void {
    const labels = picked.flatMap(at => asked.options[at]?.label ?? [])
    const isOther = picked.includes(asked.options.length)
    // Who chooses other words has to say some.
    if (labels.length === 0 && text === '') return
    chosen.set(asked.question, { labels, other: isOther ? text : '' })
    if (index + 1 < choices.length) {
      step = index + 1
      panel = open(step)
      return
    }
    const answers = toAnswers(choices, chosen)
    if (answers) onDecide({ behavior: 'allow', updatedInput: { ...question.input, answers } })
  }

  return { key: key => panel.key(key), frame: room => panel.frame(room), step: () => step }
}
