import type { ContextReference } from '@antiphon/core'
import {
  Braces,
  CircleAlert,
  FileCode,
  Folder,
  FolderTree,
  GitBranch,
  Globe,
  type LucideIcon,
  SquareTerminal,
  TextSelect,
} from 'lucide-react'

/** What stands for each kind of context on the page; its name stands beside it, or is said. */
export const KIND_ICONS: Readonly<Record<ContextReference['type'], LucideIcon>> = {
  FileReference: FileCode,
  WebReference: Globe,
  FolderReference: Folder,
  SymbolReference: Braces,
  TerminalReference: SquareTerminal,
  ProblemsReference: CircleAlert,
  GitReference: GitBranch,
  SelectionReference: TextSelect,
  WorkspaceReference: FolderTree,
}
