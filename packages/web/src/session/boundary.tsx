import { Component, type ReactNode } from 'react'

type BoundaryProps = { readonly children: ReactNode; readonly fallback: ReactNode }

/** Keeps what cannot be drawn from taking the page with it. A class, since React offers this in no other form. */
export class Boundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state: { readonly hasFailed: boolean } = { hasFailed: false }

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
