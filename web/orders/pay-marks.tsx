/** The marks of the ways to pay: UPI and cards. */
export const PayMarks = () => (
  <span className="pay-marks">
    <span>
      <svg viewBox="0 0 12 16" aria-hidden="true">
        <path d="M4.5 0 9 8l-4.5 8z" className="fill-edge" />
        <path d="M0 0l4.5 8L0 16z" className="fill-ink" />
      </svg>
      UPI
    </span>
    <span>
      <svg viewBox="0 0 20 14" aria-hidden="true">
        <path d="M1.75.75h16.5a1 1 0 0 1 1 1v10.5a1 1 0 0 1-1 1H1.75a1 1 0 0 1-1-1V1.75a1 1 0 0 1 1-1z" />
        <path d="M.75 4.5h18.5M3.5 10h4" />
      </svg>
      Cards
    </span>
  </span>
)
