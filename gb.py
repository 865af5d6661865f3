import pandas as pd, numpy as np, sys
from sklearn.linear_model import LogisticRegression
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.metrics import average_precision_score as ap, log_loss
d=pd.read_csv(sys.argv[1] if len(sys.argv)>1 else 'pairs.csv'); cars=d.car.unique()
w=d.groupby('car').same.transform('size').rdiv(1)*1000
base=['words','lead','meaning','leadMeaning','modes','reading']
def run(cols,mk,extra=None):
    r=[];ll=[]
    X=d[cols].values
    if extra is not None: X=np.hstack([X,extra])
    for c in cars:
        tr=(d.car!=c).values; m=mk(); m.fit(X[tr],d.same[tr],sample_weight=w[tr]); p=m.predict_proba(X[~tr])[:,1]
        r.append(ap(d.same[~tr],p)); ll.append(log_loss(d.same[~tr],p))
    return f'AP {np.mean(r):.4f} LL {np.mean(ll):.4f}'
LR=lambda: LogisticRegression(C=10,max_iter=500)
GB=lambda: HistGradientBoostingClassifier(max_iter=120,learning_rate=.07,max_leaf_nodes=12,min_samples_leaf=100,l2_regularization=5)
print('LR base',run(base,LR))
for e in ['has','conf','tags','tagconf','firstsame','ent']: print('LR +',e,run(base+[e],LR))
print('LR all',run(base+['has','conf','tags','tagconf','firstsame'],LR))
print('GB base',run(base,GB)); print('GB all',run(base+['has','conf','tags','tagconf','firstsame','n1','n2','ent'],GB))
for f in base: print(f, f'{np.mean([ap(g.same,g[f]) for _,g in d.groupby("car")]):.3f}')
