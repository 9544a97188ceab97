import { parseContext } from '@antiphon/core'
import { oneLine, type PromptItem, stripControl } from '@antiphon/core/ui'
import { type ActionSurroundings, beginAnother, toWords } from './action-surroundings.ts'
import { createChoicePanel } from './choice-panel.ts'
import { createListPanel } from './list-panel.ts'
import { planRewind } from './open-chat-agent.ts'

/** Lets a person choose an earlier message, and what shall be as it was before it. */
export function goBack(around: ActionSurroundings): void {
  const { texts, open, warn, refresh } = around
  const talk = around.conversation()
  if (talk?.state().phase === 'running') {
    warn(texts.busy)
    return
  }
  const prompts = (talk?.turns() ?? []).flatMap(({ heading }) =>
    heading.flatMap(({ item }) => (item.kind === 'prompt' ? [item] : [])),
  )
  if (prompts.length === 0) {
    warn(texts.noPrompts)
    return
  }
  open(
    createListPanel<PromptItem>({
      title: texts.rewindTitle,
      hint: texts.listKeys,
      nothing: texts.nothingFound,
      items: () => prompts.toReversed(),
      show: ({ text, timestamp }) => ({
        label: oneLine(stripControl(parseContext(text).text), 120),
        detail: timestamp.slice(11, 16),
      }),
      onChoose: prompt => pickWay(prompt, around),
      onCancel: () => open(null),
      onChange: refresh,
    }),
  )
}

/** What shall be as it was: what was said, the files, or both. */
function pickWay(prompt: PromptItem, around: ActionSurroundings): void {
  const { texts, open, warn, refresh } = around
  open(
    createChoicePanel({
      head: screen => [
        screen.palette.bold(texts.rewindTitle),
        `  › ${oneLine(stripControl(prompt.text), screen.width - 6)}`,
      ],
      options: texts.rewindWays.map(label => ({ label })),
      hint: texts.pick,
      onChoose([way = 0]) {
        open(null)
        rewind(prompt, { files: way !== 1, words: way !== 2 }, around).catch(error => warn(toWords(error)))
      },
      onCancel: () => open(null),
      onChange: refresh,
    }),
  )
}

async function rewind(
  prompt: PromptItem,
  what: { readonly files: boolean; readonly words: boolean },
  around: ActionSurroundings,
): Promise<void> {
  const { io, texts, say, warn } = around
  const talk = around.conversation()
  if (!talk) return
  if (what.files) {
    const { canRewind, error, notices } = await talk.rewindFiles(prompt.uuid)
    for (const words of [...(canRewind ? [] : [error]), ...notices]) warn(words)
  }
  if (what.words) {
    const { agent } = around.wish()
    const flags = await planRewind({ agent, path: talk.standing().path, prompt: prompt.uuid }, io)
    beginAnother(around, flags, { isSame: flags.resume !== undefined })
    around.setText(parseContext(prompt.text).text)
  }
  say([around.palette().dim(texts.rewound)])
}
