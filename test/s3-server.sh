#!/bin/bash
# Starts a real S3 server for tests: radosgw (Debian's Ceph) with one monitor, manager and in-memory store in FOLDER, at
# http://127.0.0.1:7480, access key bench, secret benchbenchbench. Starting takes about 35 s. Missing packages are
# installed if root runs this. Clients must set checksums to WHEN_REQUIRED. To stop it, kill the pids in FOLDER/pids.
set -e
R=${1:?usage: s3-server.sh FOLDER (stop: kill the pids in FOLDER/pids)}; mkdir -p "$R"; R=$(cd "$R" && pwd)
needed="radosgw ceph-mon ceph-osd ceph-mgr ceph-common uuid-runtime"
install() { DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $needed >/dev/null 2>&1; }
which radosgw >/dev/null || install || { apt-get update >/dev/null 2>&1; install; }
rm -rf "$R"/mon "$R"/osd "$R"/mgr "$R"/rgw; mkdir -p $R/mon $R/osd $R/mgr $R/rgw; F=$(uuidgen)
cat > $R/ceph.conf <<X
[global]
fsid = $F
mon host = [v2:127.0.0.1:3300,v1:127.0.0.1:6789]
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
osd objectstore = memstore
memstore device bytes = 4294967296
mon data = $R/mon
osd data = $R/osd
mgr data = $R/mgr
rgw data = $R/rgw
run dir = $R
admin socket = $R/\$name.\$pid.asok
pid file = $R/\$name.pid
log file = $R/\$name.log
keyring = $R/keyring
crash dir = $R
mgr initial modules =
rgw frontends = beast endpoint=127.0.0.1:7480
rgw dns name = 127.0.0.1
X
C="-c $R/ceph.conf"; cd $R
monmaptool --create --addv a '[v2:127.0.0.1:3300,v1:127.0.0.1:6789]' --fsid $F monmap >/dev/null
K=$R/keyring; ceph-authtool -C $K --gen-key -n mon. --cap mon 'allow *' >/dev/null; ceph-authtool $K --gen-key -n client.admin --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *' --cap mds 'allow *' >/dev/null
ceph-authtool $K --gen-key -n mgr.x --cap mon 'allow profile mgr' --cap osd 'allow *' >/dev/null; ceph-authtool $K --gen-key -n osd.0 --cap mon 'allow profile osd' --cap mgr 'allow profile osd' --cap osd 'allow *' >/dev/null
ceph-mon $C --mkfs -i a --monmap monmap --keyring $K; setsid ceph-mon $C -i a -f >$R/mon.out 2>&1 </dev/null & echo $! >$R/pids
timeout 30 ceph $C -s >/dev/null
setsid ceph-mgr $C -i x -f >$R/mgr.out 2>&1 </dev/null & echo $! >>$R/pids
U=$(uuidgen); timeout 30 ceph $C osd new $U >/dev/null; timeout 30 ceph $C auth import -i $K >/dev/null 2>&1 || true; ceph-osd $C -i 0 --mkfs --osd-uuid $U >$R/mkfs.out 2>&1; setsid ceph-osd $C -i 0 -f >$R/osd.out 2>&1 </dev/null & echo $! >>$R/pids
for i in $(seq 100); do timeout 10 ceph $C osd stat 2>/dev/null | grep -q '1 up' && break; sleep .3; done; timeout 20 ceph $C osd crush set osd.0 1.0 root=default host=vm >/dev/null 2>&1 || true
timeout 90 radosgw-admin $C user create --uid=bench --display-name=bench --access-key=bench --secret-key=benchbenchbench >$R/user.json 2>$R/user.err
setsid radosgw $C -n client.admin -f >$R/rgw.out 2>&1 </dev/null & echo $! >>$R/pids
for i in $(seq 100); do curl -s -o /dev/null http://127.0.0.1:7480/ && break; sleep .2; done; echo radosgw up
