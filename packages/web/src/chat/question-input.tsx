import { buildToolStories, createAssistantMessage, type ToolStory } from '@antiphon/core'
import type { ChatQuestion } from '@antiphon/core/chat'
import { type ReactElement, useMemo } from 'react'
import { useTexts } from '../page/page-context.ts'
import { readText } from '../story/first-block.ts'
import { TextView } from '../story/text-view.tsx'
import { ToolBody } from '../story/tool-body.tsx'

/** What a tool would be given: a command, a change, or the input as it is. */
export function QuestionInput({ question }: { readonly question: ChatQuestion }): ReactElement | null {
  const texts = useTexts()
  const { requestId, toolName, input } = question
  const story = useMemo(() => toStory(question), [question])
  const command = readText(input, 'command')
  if (toolName === 'Bash' && command !== undefined)
    return (
      <TextView
        name={`${requestId} command`}
        text={`$ ${command}`}
        form="output"
        maxLines={30}
        maxCodePoints={6000}
        label={texts.input}
      />
    )
  return story ? <ToolBody story={story} name={requestId} place={undefined} /> : null
}

function toStory({ toolUseId, toolName, input }: ChatQuestion): ToolStory | undefined {
  // It came as JSON.
  const block = { type: 'tool_use', id: toolUseId, name: toolName, input: input as never } as const
  return buildToolStories([createAssistantMessage({ content: [block] })])[0]
}
