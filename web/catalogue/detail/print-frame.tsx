import { Logo } from '../../shell/logo.tsx'

/** The head of a project's sheet on paper. */
export const PrintHead = () => (
  <div className="on-paper sheet-head">
    <Logo />
    <span>Specification sheet</span>
  </div>
)

/** The foot of a project's sheet on paper: the way back to its page. Its picture is small, and not lazy: printing waits for none. */
export const PrintFoot = ({ id, address }: { id: string; address: string }) => (
  <div className="on-paper sheet-foot">
    <img src={`/qr/${id}.svg`} alt="" width={96} height={96} fetchPriority="low" />
    <p>
      <strong>The page of this project</strong>
      README, samples, reviews and questions, and the price as it is today.
      <span>{address}</span>
    </p>
  </div>
)
