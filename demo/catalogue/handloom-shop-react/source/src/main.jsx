import { createRoot } from 'react-dom/client';
import SareeArt, { Swatch, ClothRow } from './textile/SareeArt.jsx';
import { SAREES } from './data/sarees.js';
createRoot(document.getElementById('root')).render(<div><div style={{display:'flex'}}><ClothRow designs={SAREES.slice(0,9).map(s=>s.design)}/></div><div style={{display:'grid',gridTemplateColumns:'repeat(6,1fr)',gap:8}}>{SAREES.map(s=><div key={s.id}><SareeArt saree={s}/>{s.id}</div>)}</div></div>);
