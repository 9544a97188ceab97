import type { HitKind } from '@antiphon/server/protocol'
import {
  FileText,
  Heading,
  Info,
  Lightbulb,
  type LucideIcon,
  MessageSquareText,
  SquareTerminal,
  Terminal,
  UserRound,
  Wrench,
} from 'lucide-react'

/** The icon of each kind of hit; its word stands beside it. */
export const KIND_ICONS: Readonly<Record<HitKind, LucideIcon>> = {
  prompt: UserRound,
  answer: MessageSquareText,
  thinking: Lightbulb,
  command: Terminal,
  file: FileText,
  call: Wrench,
  output: SquareTerminal,
  title: Heading,
  note: Info,
}
