import type { Screen } from '../terminal/screen.ts'
import { formatSpeech } from './format-speech.ts'

export type ThinkingOptions = {
  readonly text: string
  /** Shows all of it rather than its first lines. */
  readonly isWhole: boolean
  readonly suffix?: string
}

/** The model's thinking, quieter than what it says. */
export function formatThinking({ text, isWhole, suffix }: ThinkingOptions, screen: Screen): string[] {
  const { palette } = screen
  return formatSpeech(
    {
      sign: palette.dim('∴'),
      text: text.trim() === '' ? '[thinking that the API keeps to itself]' : text,
      style: value => palette.dim(palette.italic(value)),
      ...(suffix !== undefined && { suffix }),
      ...(!isWhole && { maxLines: 3, maxCodePoints: 400 }),
    },
    screen,
  )
}
